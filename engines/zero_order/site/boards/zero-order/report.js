// The report beside the board: warnings, holds, stacks, tokens to place or set aside.

import { translate } from "../../../site/words.js";
import { make } from "../../elements.js";
import { unitPicture } from "./unit-drawings.js";
import { describeLastAction } from "./log-lines.js";
import { nameOf, sideName } from "./tokens.js";
import { holdWords, warnings } from "./words.js";

const names = (codes) => codes.map(nameOf).join(", ");

function inPlay(view) {
  const lines = view.holds.map((hold) => holdWords(hold, view));
  for (const seat of [0, 1]) {
    const [stack, hand, aside] = [view.stacks[seat], view.hands[seat], view.aside[seat]];
    const side = sideName(seat);
    if (stack.length) lines.push(translate("Under {side}'s Stack: {units}.", { side, units: names(stack) }));
    if (hand.length && view.phase !== "team") lines.push(translate("{side} has {n} left to place: {units}.", { side, n: hand.length, units: names(hand) }));
    if (aside.length) lines.push(translate("{side}, out of the game: {units}.", { side, units: names(aside) }));
  }
  return lines;
}

/** Return the action that a seat has just made, with its notation; null if the log says all of it. */
export function illustrate(view, { by }) {
  const words = view.last?.by === by ? describeLastAction(view) : "";
  return words ? make("p", "zo-last", words, " ", make("code", "", view.last.do)) : null;
}

/** Return the report of a view. */
export function report(view, viewer) {
  if (!view) return [];
  const children = [];
  for (const text of warnings(view, viewer)) children.push(make("p", "notice notice-warn small", text));
  const lines = inPlay(view);
  if (lines.length) {
    const box = make("details", "zo-play", make("summary", "small", translate("In play ({n})", { n: lines.length })), make("ul", "small", ...lines.map((text) => make("li", "", text))));
    box.open = view.phase !== "map";
    children.push(box);
  }
  return children;
}

/** Return the units of a seat's team that are no longer on the map, as a list with names. */
export function losses(view, seat) {
  const list = make("ul", "zo-losses");
  list.setAttribute("aria-label", translate("{side}'s units off the map", { side: sideName(seat) }));
  const standing = new Set(Object.values(view?.units ?? {}).filter(([owner]) => owner === seat).map(([, code]) => code));
  const waiting = view && ["draw", "team", "map", "deploy"].includes(view.phase);
  const remaining = new Set([...standing, ...(view?.stacks[seat] ?? [])]);
  for (const code of (!waiting && view?.teams[seat]) || []) {
    if (remaining.has(code)) continue;
    const item = make("li", "", unitPicture(seat, code), make("span", "visually-hidden", nameOf(code)));
    item.title = nameOf(code);
    list.append(item);
  }
  return list;
}
