// The last turn in steps: what the chessman did, who was killed, what turned, who came back. Told one by one.

import { KINDS, SEATS, other, who, whose } from "./names.js";

/** Whether `after` is the position one turn behind `before`. */
export function isNextTurn(before, after) {
  return Boolean(before && after?.last && after.turn === before.turn + 1);
}

const man = (view, seat, kind) => `${whose(view, seat)} ${KINDS[kind]} chessman`;
const start = (text) => text[0].toUpperCase() + text.slice(1);

function moveWords(view, { by, from, to, kind, through }) {
  const past = through.length ? `, past the big one in ${through.join(" or ")}` : "";
  return `${start(man(view, by, kind))} moves from ${from} to ${to}${past}.`;
}

function turnWords(view) {
  const lands = Object.entries(view.owners).map(([key, seat]) => `the ${key} is ${view.viewer === seat ? "yours" : `${SEATS[seat]}'s`}`);
  return `The territories turn: now ${lands.join(", ")}. The graves change with them.`;
}

/** [{what: "pass" | "move" | "kill" | "turn" | "revive", text, ...}] of view.last, in the order in which it happens. */
export function stepsOf(view) {
  const last = view?.last;
  if (!last) return [];
  const { by } = last;
  const steps = [];
  const kill = (area, kind, by_kind) => {
    steps.push({ what: "kill", seat: other(by), kind, area, by_kind, text: `It kills ${man(view, other(by), kind)}, which goes to the grave.` });
  };
  if (!last.from) steps.push({ what: "pass", text: `${start(who(view, by))} ${view.viewer === by ? "have" : "has"} no move and ${view.viewer === by ? "pass" : "passes"}.` });
  else steps.push({ what: "move", seat: by, kind: last.kind, from: last.from, to: last.to, through: last.through, text: moveWords(view, last) });
  if (last.killed) kill(last.to, last.killed, last.kind);
  if (last.turned) steps.push({ what: "turn", area: last.to, text: turnWords(view) });
  for (const { kind, at, killed } of last.revived) {
    steps.push({ what: "revive", seat: by, kind, area: at, text: `${start(man(view, by, kind))} comes back from the grave at ${at}.` });
    if (killed) kill(at, killed, kind);
  }
  return steps;
}

/** All of the last turn in one text. */
export function lastTurn(view) {
  return stepsOf(view).map((step) => step.text).join(" ");
}
