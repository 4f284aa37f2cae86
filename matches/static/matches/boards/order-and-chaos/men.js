// The twelve chessmen on the board and in the graves. Each keeps its identity, so that it can be seen to travel.

import { svg } from "../../elements.js";
import { at, bars, man, RADIUS } from "./shapes.js";
import { landOf } from "./names.js";

const DEAD = 0.6; // size in a grave
const CURVE = "cubic-bezier(.35,.05,.2,1)";

const key = (one) => `${one.seat}${one.kind}`;

/** Every chessman of a view as {seat, kind, moved, area}, area null in a grave, where they lie in order. */
function listed(view) {
  const standing = Object.entries(view.areas).flatMap(([area, { men }]) => men.map(([seat, kind, moved]) => ({ seat, kind, moved, area })));
  const dead = view.graves.flatMap((grave, seat) => grave.map((kind) => ({ seat, kind, moved: true, area: null })));
  return [...standing, ...dead];
}

export class Men {
  constructor(layer) {
    this.layer = layer;
    this.men = [];
    this.owners = {};
  }

  /** Take up a view as it is. Who stands where it stood keeps its place; the others move to what is left. */
  settle(view, layout) {
    this.view = view;
    this.layout = layout;
    this.owners = { ...view.owners };
    const due = listed(view);
    const free = new Set(this.men);
    const take = (wanted, fits) => [...free].find((one) => key(one) === key(wanted) && fits(one));
    const found = due.map((wanted) => {
      const same = take(wanted, (one) => one.area === wanted.area);
      if (same) free.delete(same);
      return same;
    });
    due.forEach((wanted, n) => {
      found[n] ??= take(wanted, () => true) ?? this.create(wanted);
      free.delete(found[n]);
      if (found[n].area !== wanted.area) found[n].slot = null;
      Object.assign(found[n], wanted);
    });
    for (const gone of free) gone.element.remove();
    this.men = found;
    this.place();
  }

  create({ seat, kind }) {
    const face = man(seat, kind);
    const element = svg("g", { class: "oc-man" }, svg("circle", { class: "oc-halo", r: RADIUS[kind] + 6 }), face);
    this.layer.append(element);
    return { seat, kind, area: undefined, slot: null, element };
  }

  /** Give every chessman its place and what it shows. Returns [chessman, old place, new place] of those that moved. */
  place() {
    const moved = [];
    for (const one of this.men) {
      if (one.area && one.slot === null) one.slot = this.freeSlot(one.area);
    }
    for (const one of this.men) {
      const to = this.spot(one);
      const from = one.at ?? to;
      one.at = to;
      one.element.setAttribute("transform", `${at(to)} scale(${to[2]})`);
      one.element.dataset.area = one.area ?? landOf({ owners: this.owners }, one.seat);
      one.element.dataset.man = one.kind;
      one.element.dataset.seat = one.seat;
      one.element.classList.toggle("oc-dead", !one.area);
      if (Math.hypot(from[0] - to[0], from[1] - to[1]) > 1) moved.push([one, from, to]);
    }
    return moved;
  }

  freeSlot(area) {
    const taken = new Set(this.men.filter((one) => one.area === area).map((one) => one.slot));
    const { slots } = this.layout.areas[area];
    // The middle ones first, so that one or two chessmen stand in the middle of their area.
    const order = slots.length === 4 ? [1, 2, 0, 3] : slots.map((_, n) => n);
    return order.find((slot) => !taken.has(slot)) ?? 0;
  }

  /** [x, y, scale] of a chessman. */
  spot(one) {
    if (one.area) {
      const { slots } = this.layout.areas[one.area];
      return [...slots[Math.min(one.slot, slots.length - 1)], 1];
    }
    const dead = this.men.filter((each) => !each.area && each.seat === one.seat);
    return [...this.layout.bed(landOf({ owners: this.owners }, one.seat), dead.indexOf(one), dead.length), DEAD];
  }

  find(seat, kind, area) {
    return this.men.find((one) => one.seat === seat && one.kind === kind && one.area === area);
  }

  /** Move one chessman; it goes to the end of the list, where the longest dead come first. */
  send(one, area, slot = null) {
    one.area = area;
    one.slot = slot;
    one.moved = true;
    this.men = [...this.men.filter((each) => each !== one), one];
    this.layer.append(one.element);
  }

  /** Show how those that moved got there, in `ms`; `via` are points on the way of the first. */
  travel(moved, ms, via = []) {
    return moved.map(([one, from, to], n) => {
      const way = [from, ...(n ? [] : via), to];
      const frames = way.map(([x, y, scale = 1]) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` }));
      return one.element.animate(frames, { duration: ms, easing: CURVE, fill: "none" });
    });
  }

  /** What shows on a chessman: held ones behind bars, counting ones in a ring, those that can be chosen with a halo. */
  show({ counts, free }) {
    for (const one of this.men) {
      const held = Boolean(one.area) && this.view.areas[one.area]?.frozen === one.seat;
      one.element.classList.toggle("oc-counts", counts(one));
      one.element.classList.toggle("oc-held", held);
      one.element.classList.toggle("oc-free", free(one));
      const drawn = one.element.querySelector(".oc-bars");
      if (held && !drawn) one.element.append(bars(RADIUS[one.kind]));
      if (!held) drawn?.remove();
    }
  }
}
