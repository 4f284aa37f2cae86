// The steps of the last turn: the move, kills, territories that swapped owners, and chessmen that returned.

import { mark, translate } from "../../../site/words.js";
import { man, other, translateForSide, upper } from "./names.js";

/** Return whether `after` is the position one turn after `before`. */
export function isNextTurn(before, after) {
  return Boolean(before && after?.last && after.turn === before.turn + 1);
}

const LANDS = {
  north: [mark("you own the north"), mark("{side} owns the north")],
  south: [mark("you own the south"), mark("{side} owns the south")],
};

function moveWords(view, { by, from, to, kind, through }) {
  const params = { chessman: upper(man(view, by, kind)), from, to, areas: through.join(translate(" or ")) };
  return translate(through.length ? mark("{chessman} moves from {from} to {to}, past the big chessman in {areas}.") : mark("{chessman} moves from {from} to {to}."), params);
}

function turnWords(view) {
  const lands = Object.entries(view.owners).map(([key, seat]) => translateForSide(view, seat, ...LANDS[key]));
  return translate("The territories swap owners: now {lands}. The graves change with them.", { lands: lands.join(", ") });
}

/** Return [{what: "pass" | "move" | "kill" | "turn" | "revive", text, ...}] of view.last, in order. */
export function stepsOf(view) {
  const last = view?.last;
  if (!last) return [];
  const { by } = last;
  const steps = [];
  const kill = (area, kind, by_kind) => {
    steps.push({ what: "kill", seat: other(by), kind, area, by_kind, text: translate("It kills {chessman}, which goes to the grave.", { chessman: man(view, other(by), kind) }) });
  };
  if (!last.from) steps.push({ what: "pass", text: translateForSide(view, by, mark("You have no legal move and pass."), mark("{side} has no legal move and passes.")) });
  else steps.push({ what: "move", seat: by, kind: last.kind, from: last.from, to: last.to, through: last.through, text: moveWords(view, last) });
  if (last.killed) kill(last.to, last.killed, last.kind);
  if (last.turned) steps.push({ what: "turn", area: last.to, text: turnWords(view) });
  for (const { kind, at, killed } of last.revived) {
    steps.push({ what: "revive", seat: by, kind, area: at, text: translate("{chessman} comes back from the grave at {area}.", { chessman: upper(man(view, by, kind)), area: at }) });
    if (killed) kill(at, killed, kind);
  }
  return steps;
}

/** Return the whole last turn as one text. */
export function describeLastTurn(view) {
  return stepsOf(view).map((step) => step.text).join(" ");
}
