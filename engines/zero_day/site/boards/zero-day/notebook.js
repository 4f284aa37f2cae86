// The Hacker's notebook: what is known about the current credentials, and about earlier ones.

import { translate, translateMany } from "../../../site/words.js";
import { make } from "./dom.js";
import { matchRange, toBits, toCards } from "./deduction.js";

const SHOWN = 30; // sets listed by name

export function createNotebook(turn, notes) {
  const { view, memory } = turn;
  if (!view.era) return null;
  const suppose = make("input", { type: "checkbox", "data-id": "suppose", on: { change: (event) => { memory.suppose(event.target.checked); turn.changed(); } } });
  suppose.checked = notes.supposed;
  return make("section", { class: "zd-notebook" },
    make("h2", {}, translate("Notebook")),
    make("p", { class: "zd-possible" }, make("strong", {}, possible(notes))),
    notes.sets.length ? null : make("p", { class: "notice notice-warn small" }, notes.supposed ? translate("Your marks contradict what you know. Change them, or stop treating them as true.") : translate("The known facts contradict each other.")),
    sets(notes),
    xLine(view, notes),
    make("label", { class: "check" }, suppose, make("span", {}, translate("Treat my ✓ and ✗ marks as true"))),
    eras(view, view.viewer, turn.kept()),
    make("p", { class: "small muted" }, translate("Choose keys for a hack, or one key to install a virus. The bar shows how many of the possible sets contain " +
      "the key. The sign below is your own mark.")),
    make("p", { class: "small muted" }, translate("Calculated in your browser from your own hacks, the cards you have seen, all announced numbers and the rule " +
      "that a Scramble replaces every credential.")));
}

function possible({ sets: { length }, supposed, total }) {
  if (supposed) return translateMany("{n} set of credentials is possible with your marks ({total} without).", "{n} sets of credentials are possible with your marks ({total} without).", length, { total });
  return translateMany("{n} set of credentials is possible.", "{n} sets of credentials are possible.", length);
}

function sets({ sets: possibleSets }) {
  if (!possibleSets.length || possibleSets.length > SHOWN) return null;
  return make("ul", { class: "zd-sets", "aria-label": translate("Possible sets") }, possibleSets.map((set) => make("li", {}, toCards(set).join(" "))));
}

function xLine(view, notes) {
  if (!view.advanced) return null;
  const words = view.era > 1 ? translate("The X credential is in {n} of them.", { n: notes.counts.X }) : translate("The X cannot be among the first credentials.");
  return make("p", { class: "small" }, words);
}

function eras(view, seat, memory) {
  const hacks = unique([...(memory.hacks ?? []), ...view.hacks.filter((hack) => hack.by === seat && hack.keys && hack.told !== null)]);
  const seen = unique([...(memory.seen ?? []), ...view.seen.filter((peek) => peek.by === seat)]);
  const eraNumbers = [...new Set([...hacks, ...seen].map(({ era }) => era))].sort((a, b) => b - a);
  if (!eraNumbers.length) return make("p", { class: "small muted" }, translate("No hacks yet."));
  return eraNumbers.map((era) => make("details", { class: "zd-era", "data-id": `era ${era}`, open: era === view.era },
    make("summary", {}, era === view.era ? translate("Current credentials") : translate("Credentials {n} (replaced)", { n: era })),
    make("ul", { class: "list-plain" }, hacks.filter((hack) => hack.era === era).map(hackLine), seen.filter((peek) => peek.era === era).map(seenLine))));
}

function unique(all) {
  const plain = all.map(({ match, ...rest }) => rest);
  return [...new Map(plain.map((event) => [JSON.stringify(event), event])).values()];
}

function hackLine(hack) {
  const [low, high] = matchRange(hack);
  const real = hack.token ? `: ${translate("actual {low} to {high}, a token was spent", { low, high: Math.min(high, hack.count) })}` : "";
  return make("li", { class: "small" }, make("strong", {}, toCards(toBits(hack.keys)).join(" ")), hack.unused ? ` ${translate("against the unused cards")}` : "", ` → ${hack.told}${real}`);
}

function seenLine({ how, operation, cards }) {
  return make("li", { class: "small" }, make("strong", {}, cards.join(" ")), ` ${translateMany("not a credential: seen on {operation} ({how})", "not credentials: seen on {operation} ({how})", cards.length, { operation, how: how === "deny" ? translate("denied") : "Victor" })}`);
}
