// The twelve chessmen on the board and in the graves. Each keeps its identity, so that its moves can be animated.

import { svg } from "../../elements.js";
import { at, bars, man, RADIUS } from "./shapes.js";
import { findTerritory } from "./names.js";

const DEAD = 0.6; // size in a grave
const CURVE = "cubic-bezier(.35,.05,.2,1)";

const key = (man) => `${man.seat}${man.kind}`;

/** Return all chessmen of a view as {seat, kind, moved, area}; area is null in a grave, where they are in order. */
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

  /** Show a view. Chessmen that have not moved keep their place; the others get the remaining places. */
  settle(view, layout) {
    this.view = view;
    this.layout = layout;
    this.owners = { ...view.owners };
    const due = listed(view);
    const free = new Set(this.men);
    const take = (wanted, fits) => [...free].find((man) => key(man) === key(wanted) && fits(man));
    const matched = due.map((wanted) => {
      const same = take(wanted, (man) => man.area === wanted.area);
      if (same) free.delete(same);
      return same;
    });
    due.forEach((wanted, n) => {
      matched[n] ??= take(wanted, () => true) ?? this.create(wanted);
      free.delete(matched[n]);
      if (matched[n].area !== wanted.area) matched[n].slot = null;
      Object.assign(matched[n], wanted);
    });
    for (const man of free) man.element.remove();
    this.men = matched;
    this.place();
  }

  create({ seat, kind }) {
    const face = man(seat, kind);
    const element = svg("g", { class: "oc-man" }, svg("circle", { class: "oc-halo", r: RADIUS[kind] + 6 }), face);
    this.layer.append(element);
    return { seat, kind, area: undefined, slot: null, element };
  }

  /** Place and mark every chessman. Returns [chessman, old place, new place] of those that moved. */
  place() {
    const moved = [];
    for (const man of this.men) {
      if (man.area && man.slot === null) man.slot = this.freeSlot(man.area);
    }
    for (const man of this.men) {
      const to = this.spot(man);
      const from = man.at ?? to;
      man.at = to;
      man.element.setAttribute("transform", `${at(to)} scale(${to[2]})`);
      man.element.dataset.area = man.area ?? findTerritory({ owners: this.owners }, man.seat);
      man.element.dataset.man = man.kind;
      man.element.dataset.seat = man.seat;
      man.element.classList.toggle("oc-dead", !man.area);
      if (Math.hypot(from[0] - to[0], from[1] - to[1]) > 1) moved.push([man, from, to]);
    }
    return moved;
  }

  freeSlot(area) {
    const taken = new Set(this.men.filter((man) => man.area === area).map((man) => man.slot));
    const { slots } = this.layout.areas[area];
    // Middle places first, so that one or two chessmen are in the middle of their area.
    const order = slots.length === 4 ? [1, 2, 0, 3] : slots.map((_, n) => n);
    return order.find((slot) => !taken.has(slot)) ?? 0;
  }

  /** Return [x, y, scale] of a chessman. */
  spot(man) {
    if (man.area) {
      const { slots } = this.layout.areas[man.area];
      return [...slots[Math.min(man.slot, slots.length - 1)], 1];
    }
    const dead = this.men.filter((each) => !each.area && each.seat === man.seat);
    return [...this.layout.bed(findTerritory({ owners: this.owners }, man.seat), dead.indexOf(man), dead.length), DEAD];
  }

  find(seat, kind, area) {
    return this.men.find((man) => man.seat === seat && man.kind === kind && man.area === area);
  }

  /** Move one chessman to the end of the list, in which the longest dead come first. */
  send(man, area, slot = null) {
    man.area = area;
    man.slot = slot;
    man.moved = true;
    this.men = [...this.men.filter((each) => each !== man), man];
    this.layer.append(man.element);
  }

  /** Animate the moved chessmen in `ms`; `via` are points on the path of the first. */
  travel(moved, ms, via = []) {
    return moved.map(([man, from, to], n) => {
      const way = [from, ...(n ? [] : via), to];
      const frames = way.map(([x, y, scale = 1]) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` }));
      return man.element.animate(frames, { duration: ms, easing: CURVE, fill: "none" });
    });
  }

  /** Mark a chessman: bars if it is held, a ring if it counts for occupation, a halo if it can be chosen. */
  show({ counts, free }) {
    for (const man of this.men) {
      const held = Boolean(man.area) && this.view.areas[man.area]?.frozen === man.seat;
      man.element.classList.toggle("oc-counts", counts(man));
      man.element.classList.toggle("oc-held", held);
      man.element.classList.toggle("oc-free", free(man));
      const drawn = man.element.querySelector(".oc-bars");
      if (held && !drawn) man.element.append(bars(RADIUS[man.kind]));
      if (!held) drawn?.remove();
    }
  }
}
