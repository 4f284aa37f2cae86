// Dragging things with a pointer, apart from any game.

import { equal, pause, stage, test } from "/tests/testing.js";
import { click, drag, key } from "/tests/pointer.js";
import { makeDraggable } from "/static/matches/drag.js";

const BOX = 'style="width: 80px; height: 80px; margin: 20px; display: inline-block"';

/** An area with a thing, a place for it and nothing else; `events` are the calls that the game received. */
function game() {
  const area = stage(`<b data-thing ${BOX}></b><i data-place="here" ${BOX}></i><u ${BOX}></u>`);
  const events = [];
  makeDraggable(area, {
    pick: (element) => element.dataset.thing !== undefined ? "thing" : null,
    ghost: () => Object.assign(document.createElement("s"), { className: "ghost", style: "position: fixed; pointer-events: none" }),
    place: (element) => element.closest("[data-place]"),
    over: "over",
    start: (held) => events.push(["start", held]),
    drop: (held, place) => events.push(["drop", held, place?.dataset.place ?? null]),
  });
  area.addEventListener("click", ({ target }) => events.push(["click", target.tagName]));
  const [source, place, elsewhere] = area.children;
  return { thing: source, place, elsewhere, events, ghost: () => document.querySelector(".ghost") };
}

test("A thing is dropped where it may be, with a ghost under the pointer on the way", () => {
  const { thing: source, place, events, ghost } = game();
  const release = drag(source, place, { drop: false });
  equal([Boolean(ghost()), place.classList.contains("over"), events], [true, true, [["start", "thing"]]]);
  release();
  equal([ghost(), place.classList.contains("over"), events.slice(1)], [null, false, [["drop", "thing", "here"]]]);
});

test("Elsewhere it is dropped nowhere", () => {
  const { thing: source, elsewhere, events } = game();
  drag(source, elsewhere);
  equal(events.at(-1), ["drop", "thing", null]);
});

test("The click that follows a drag does nothing, the next one counts again", async () => {
  const { thing: source, place, events } = game();
  drag(source, place);
  click(place);
  equal(events.filter(([event]) => event === "click"), [["click", "I"]]);
  drag(source, place);
  await pause(80);
  click(place);
  equal(events.filter(([event]) => event === "click").length, 2);
});

test("A press that hardly travels stays a click", () => {
  const { thing: source, events, ghost } = game();
  const { left, top } = source.getBoundingClientRect();
  const send = (type, by) => source.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, clientX: left + 10 + by, clientY: top + 10 }));
  send("pointerdown", 0);
  send("pointermove", 4);
  send("pointerup", 4);
  send("click", 4);
  equal([events, ghost()], [[["click", "B"]], null]);
});

test("Escape and a cancelled pointer end a drag without a place", () => {
  for (const end of [() => key("Escape", document.body), () => dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1 }))]) {
    const { thing: source, place, events, ghost } = game();
    const release = drag(source, place, { drop: false });
    end();
    equal([events.at(-1), ghost()], [["drop", "thing", null], null]);
    release();
    equal(events.filter(([event]) => event === "drop").length, 1);
  }
});

test("What may not be dragged stays where it is, and a second finger does not drag", () => {
  const { thing: source, place, elsewhere, events } = game();
  drag(elsewhere, place);
  source.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerId: 2, isPrimary: false, button: 0 }));
  dispatchEvent(new PointerEvent("pointermove", { pointerId: 2, clientX: 500, clientY: 500 }));
  equal(events.filter(([event]) => event !== "click"), []);
});
