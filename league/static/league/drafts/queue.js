// The player's queue: ordered by dragging the handle (mouse, pen, finger) or by buttons, saved at once.

export class Queue {
  constructor(keep) {
    this.keep = keep;
    this.held = null;
  }

  attach(list) {
    this.list = list;
    list.addEventListener("click", (event) => this.press(event));
    list.addEventListener("pointerdown", (event) => this.drag(event));
  }

  items() {
    return [...this.list.querySelectorAll("li[data-card]")];
  }

  cards() {
    return this.items().map((item) => Number(item.dataset.card));
  }

  toggle(card) {
    const cards = this.cards();
    this.keep(cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card]);
  }

  press(event) {
    const way = event.target.closest("button")?.dataset.queue;
    const item = event.target.closest("li");
    if (!way) return;
    if (way === "drop") item.remove();
    else if (way === "up") item.previousElementSibling?.before(item);
    else item.nextElementSibling?.after(item);
    event.target.closest("button").focus();
    this.keep(this.cards());
  }

  drag(down) {
    const item = down.target.closest(".queue-handle")?.closest("li");
    if (!item || down.button !== 0 || !down.isPrimary) return;
    down.preventDefault();
    const before = item.nextElementSibling;
    const controller = new AbortController();
    const { signal } = controller;
    this.held = item;
    item.classList.add("room-held");

    const follow = (event) => {
      if (event.pointerId !== down.pointerId) return;
      const after = this.items().find((other) => {
        const box = other.getBoundingClientRect();
        return other !== item && event.clientY < box.top + box.height / 2;
      });
      if (after ? item.nextElementSibling !== after : this.list.lastElementChild !== item) this.list.insertBefore(item, after ?? null);
    };
    const finish = (cancelled) => {
      controller.abort();
      this.held = null;
      item.classList.remove("room-held");
      if (cancelled) this.list.insertBefore(item, before);
      else this.keep(this.cards());
    };
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", (event) => event.pointerId === down.pointerId && finish(false), { signal });
    addEventListener("pointercancel", (event) => event.pointerId === down.pointerId && finish(true), { signal });
    addEventListener("keydown", (event) => event.key === "Escape" && finish(true), { signal });
  }
}
