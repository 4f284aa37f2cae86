// The Hacker's notebook: what is known since the credentials were last named, and what was known before.

import { translate, translateMany } from "../../../site/words.js";
import { make } from "./dom.js";
import { bits, matches, members } from "./deduction.js";
import { sets as counted } from "./words.js";

const SHOWN = 30; // sets listed by name

export function notebook(turn, notes) {
  const { view, memory } = turn;
  if (!view.era) return null;
  const suppose = make("input", { type: "checkbox", "data-id": "suppose", on: { change: (event) => { memory.suppose(event.target.checked); turn.changed(); } } });
  suppose.checked = notes.supposed;
  return make("section", { class: "zd-notebook" },
    make("h2", {}, translate("Notebook")),
    make("p", { class: "zd-possible" }, make("strong", {}, counted(notes.sets.length)), ` ${possible(notes)}.`),
    notes.sets.length ? null : make("p", { class: "notice notice-warn small" }, notes.supposed ? translate("Your marks contradict what you know. Change them, or stop treating them as true.") : translate("The known facts contradict each other.")),
    sets(notes),
    xLine(view, notes),
    make("label", { class: "check" }, suppose, make("span", {}, translate("Treat my ✓ and ✗ marks as true"))),
    eras(view, view.viewer, turn.kept()),
    make("p", { class: "small muted" }, translate("Calculated in your browser from your own hacks, the cards you have seen, all announced numbers and the rule " +
      "that a Scramble replaces every credential.")));
}

function possible({ sets: { length }, supposed, total }) {
  if (supposed) return translateMany("of credentials is possible with your marks ({total} without)", "of credentials are possible with your marks ({total} without)", length, { total });
  return translateMany("of credentials is possible", "of credentials are possible", length);
}

function sets({ sets: found }) {
  if (!found.length || found.length > SHOWN) return null;
  return make("ul", { class: "zd-sets", "aria-label": translate("Possible sets") }, found.map((set) => make("li", {}, members(set).join(" "))));
}

function xLine(view, notes) {
  if (!view.advanced) return null;
  const words = view.era > 1 ? translate("The X credential is in {n} of them.", { n: notes.counts.X }) : translate("The X cannot be among the first credentials.");
  return make("p", { class: "small" }, words);
}

function eras(view, seat, kept) {
  const hacks = unique([...(kept.hacks ?? []), ...view.hacks.filter((made) => made.by === seat && made.keys && made.told !== null)]);
  const seen = unique([...(kept.seen ?? []), ...view.seen.filter((one) => one.by === seat)]);
  const known = [...new Set([...hacks, ...seen].map(({ era }) => era))].sort((a, b) => b - a);
  if (!known.length) return make("p", { class: "small muted" }, translate("No hacks yet."));
  return known.map((era) => make("details", { class: "zd-era", "data-id": `era ${era}`, open: era === view.era },
    make("summary", {}, era === view.era ? translate("Current credentials") : translate("Credentials {n} (replaced)", { n: era })),
    make("ul", { class: "list-plain" }, hacks.filter((made) => made.era === era).map(hackLine), seen.filter((one) => one.era === era).map(seenLine))));
}

function unique(all) {
  const plain = all.map(({ match, ...rest }) => rest);
  return [...new Map(plain.map((one) => [JSON.stringify(one), one])).values()];
}

function hackLine(made) {
  const [low, high] = matches(made);
  const real = made.token ? `: ${translate("actual {low} to {high}, a token was spent", { low, high: Math.min(high, made.count) })}` : "";
  return make("li", { class: "small" }, make("strong", {}, members(bits(made.keys)).join(" ")), made.unused ? ` ${translate("against the unused cards")}` : "", ` → ${made.told}${real}`);
}

function seenLine({ how, operation, cards }) {
  return make("li", { class: "small" }, make("strong", {}, cards.join(" ")), ` ${translateMany("not a credential: seen on {operation} ({how})", "not credentials: seen on {operation} ({how})", cards.length, { operation, how: how === "deny" ? translate("denied") : "Victor" })}`);
}
