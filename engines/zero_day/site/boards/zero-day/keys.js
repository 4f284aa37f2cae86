// A Hacker's ten keys: location, share of the possible sets, the player's marks; and the hack controls.

import { mark, translate } from "../../../site/words.js";
import { button, make } from "./dom.js";
import { countCards, estimateSetsLeft, toBits, toCards } from "./deduction.js";
import { hackText } from "./offers.js";
import { keys as counted, sets } from "./words.js";

const MARKS = { "": ["·", mark("no mark")], in: ["✓", mark("marked as a credential")], out: ["✗", mark("marked as not a credential")], unsure: ["?", mark("marked as unsure")] };
const KEYS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Return the keys as toggles, each with its share of the possible sets and its mark. */
export function createKeys(turn, notes) {
  const own = turn.view.seats[turn.view.viewer];
  const on = new Map(own.installed.map(([virus, key]) => [String(key), virus]));
  return make("section", { class: "zd-keys" },
    make("h2", {}, translate("Your keys")),
    make("div", { class: "zd-rack" }, KEYS.map((key) => createKey(turn, notes, key, on.get(key)))));
}

function createKey(turn, notes, key, virus) {
  const { pick, memory, view } = turn;
  const chosen = pick.keys.has(key);
  const usable = !virus || pick.trudys.has(key);
  const share = notes.sets.length ? notes.counts[key] / notes.sets.length : 0;
  const location = virus ? translate("on {virus}", { virus }) : translate("in hand");
  const [sign, label] = MARKS[memory.mark(view.era, key)];
  const words = translate(label);
  const odds = translate("in {n} of {all} possible sets", { n: notes.counts[key], all: notes.sets.length });
  const bar = make("span", { class: "zd-bar", "aria-hidden": "true" }, make("span"));
  bar.firstChild.style.width = `${Math.round(100 * share)}%`;
  return make("div", { class: "zd-key" },
    make("button", {
      type: "button", class: "zd-key-face", "data-id": `key ${key}`, "data-key": key, "data-about": `${translate("Key {key}", { key })}: ${location}, ${odds}, ${words}.`,
      "aria-pressed": String(chosen), "aria-label": `${translate("Key {key}", { key })}, ${location}, ${odds}`, disabled: !usable,
      on: { click: () => turn.toggle("keys", key) },
    }, make("span", { class: "zd-key-number" }, key), bar, make("span", { class: "zd-key-share" }, virus ? virus : `${Math.round(100 * share)}%`)),
    make("button", {
      type: "button", class: "zd-mark", "data-id": `mark ${key}`, "data-mark-of": key, "aria-label": `${translate("Key {key}", { key })}: ${words}. ${translate("Press to change your mark.")}`,
      on: { click: () => { memory.turnMark(view.era, key); turn.changed(); } },
    }, sign));
}

function check(turn, label, checked, id, change) {
  const box = make("input", { type: "checkbox", "data-id": id, on: { change } });
  box.checked = checked;
  return make("label", { class: "check" }, box, make("span", {}, label));
}

/** Return the hack controls for the chosen keys, with the possible results. */
export function createHackControls(turn, notes) {
  const { pick, view } = turn;
  const own = view.seats[view.viewer];
  const has = (name) => own.installed.filter(([virus]) => virus === name).map(([, key]) => String(key));
  const options = has("Trudy").map((key) => check(turn, translate("Uninstall Trudy (key {key}) for this hack: one more key", { key }), pick.trudys.has(key), `trudy ${key}`, () => {
    turn.toggle("trudys", key);
    turn.forget();
    turn.changed();
  }));
  if (has("Mallory").length) {
    options.unshift(check(turn, translate("Mallory: aim at unused cards that are not stacked"), pick.unused, "mallory", () => turn.choose({ unused: !pick.unused })));
  }
  const buttons = [...options, ...["hack", "repeat"].map((verb) => order(turn, verb)), tells(turn, notes)].filter(Boolean);
  return buttons.length ? make("section", { class: "zd-hack", "aria-label": translate("Hack") }, buttons) : null;
}

const ORDERS = {
  hack: [mark("Hack with {keys}"), mark("Hack: choose {keys}, {n} chosen")],
  repeat: [mark("Oscar: hack again with {keys}"), mark("Oscar: choose {keys} to hack again, {n} chosen")],
};

function order(turn, verb) {
  const { offers, pick } = turn;
  if (!offers.any(verb)) return null;
  const text = hackText(verb, pick);
  const needed = offers.sizes(verb).get([...pick.trudys].sort().join(" ")) ?? 0;
  const ready = offers.has(text);
  const [go, choose] = ORDERS[verb];
  const words = ready ? translate(go, { keys: [...pick.keys].sort().join(" ") }) : translate(choose, { keys: counted(needed), n: pick.keys.size });
  return button(words, () => turn.send(text), { id: verb, primary: true, small: false, disabled: !ready || Boolean(turn.pending) });
}

function tells(turn, notes) {
  const { pick } = turn;
  if (!pick.keys.size) return null;
  const keySet = toBits([...pick.keys]);
  if (!notes.sets.length) return make("p", { class: "small muted" }, translate("No set is possible, so nothing can be calculated."));
  if (pick.unused) return atUnused(notes, keySet);
  const { numbers, left, info } = estimateSetsLeft(notes.sets, keySet);
  return make("div", { class: "zd-tells" },
    make("p", { class: "small" }, translate("Possible results for keys {keys} if all sets are equally likely:", { keys: toCards(keySet).join(" ") })),
    make("ul", { class: "zd-prospect" }, numbers.map(([hit, count]) => {
      const item = make("li", {}, make("strong", {}, String(hit)), make("span", { class: "zd-bar", "aria-hidden": "true" }, make("span")), make("span", { class: "small num" }, sets(count)));
      item.querySelector(".zd-bar > span").style.width = `${(100 * count) / notes.sets.length}%`;
      return item;
    })),
    make("p", { class: "small" }, translate("{info} info on average. A true answer leaves about {left} of {all} sets. With a protection token the number " +
      "may be off by one.", { info: info.toFixed(1), left: left.toFixed(left < 10 ? 1 : 0), all: notes.sets.length })));
}

function atUnused(notes, keySet) {
  const most = notes.sets.reduce((sum, set) => sum + countCards(keySet) - countCards(keySet & set), 0) / notes.sets.length;
  return make("p", { class: "small" }, translate("Keys {keys}: on average {n} of them aren't credentials. Stacked cards don't match, so the number may be lower.", { keys: toCards(keySet).join(" "), n: most.toFixed(1) }));
}
