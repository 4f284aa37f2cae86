// The squad cards beside the map: each Soldier with its Gamer, health, dice, gear and abilities.

import { translate } from "../../../site/words.js";
import { make, set } from "../../elements.js";
import { signPicture, tokenPicture } from "./art.js";
import { abilityWords, gamerWords, hpLeft, hpWords, soldierWords, whereabouts } from "./descriptions.js";
import { button } from "./dom.js";
import { ability, cardName, cardText, kindWords, sideName } from "./names.js";
import { explainOnTap } from "./tips.js";

function chip(className, label, tell, words) {
  const made = button(`ip-tag ${className}`, label);
  set(made, { "aria-label": words });
  return explainOnTap(made, tell);
}

const MARKS = { passive: "∞", cooldown: "1×", interrupt: "!" };

export function abilityChip(id, spent) {
  const { name, kind } = ability(id);
  const made = chip(`ip-tag-${kind}`, "", () => ({ title: name, lines: [abilityWords(id, spent)] }), abilityWords(id, spent));
  made.append(make("b", "", MARKS[kind] ?? ""), ` ${name}${spent ? translate(" (used)") : ""}`);
  made.classList.toggle("ip-spent", Boolean(spent));
  return made;
}

function gearChip(id) {
  const made = chip("ip-tag-gear", "", () => ({ title: cardName(id), lines: [cardText(id)] }), `${translate("Carries {cards}.", { cards: cardName(id) })} ${cardText(id)}`);
  made.append(signPicture(id), ` ${cardName(id)}`);
  return made;
}

function facts(one) {
  const words = translate("{n}/{hp} HP · {dice} dice · base {base} · range {range}", { n: hpLeft(one), hp: one.hp, dice: one.dice, base: one.base, range: one.range });
  return make("p", "ip-facts small num", words);
}

function soldier(view, name) {
  const one = view.soldiers[name];
  const card = make("li", "ip-soldier");
  card.dataset.state = one.state;
  card.classList.toggle("ip-now", view.turn?.soldier === name);
  const head = button("ip-soldier-head", tokenPicture(name, one));
  explainOnTap(head, () => soldierWords(name, one));
  set(head, { "aria-label": `${name}: ${soldierWords(name, one).lines.slice(0, 2).join(" ")}` });
  const title = make("p", "ip-soldier-name", make("strong", "", name));
  if (one.gamer) title.append(" ", gamerChip(one.gamer));
  const place = make("p", "small muted", `${whereabouts(one)}${one.shielded ? translate(", shielded") : ""}`);
  const tags = make("div", "ip-tags", ...one.abilities.map(([id, , spent]) => abilityChip(id, spent)), ...one.gear.map(gearChip));
  card.append(head, make("div", "", title, facts(one), place, tags));
  return card;
}

function squad(view, side) {
  const names = view.order.filter((name) => view.soldiers[name].side === side);
  const title = make("h2", `side side-${side}`, sideName(side));
  return make("section", "ip-squad", title, make("ol", "", ...names.map((name) => soldier(view, name))));
}

const legend = () => Object.entries(MARKS).map(([kind, mark]) => `${mark} ${kindWords(kind)}`).join(" · ");

/** A Gamer by handle, explained. */
export function gamerChip(handle) {
  const tell = () => gamerWords(handle);
  return chip("ip-tag-gamer", handle, tell, `${handle}. ${tell().lines.join(" ")}`);
}

/** Both squads, the viewer's own first. */
export function squads(view, seat) {
  if (!view?.order.length) return [];
  const sides = seat === 1 ? [1, 0] : [0, 1];
  return [make("p", "small muted", legend()), make("div", "ip-squads", ...sides.map((side) => squad(view, side)))];
}

/** Health of a side's squad, for the players' strips. */
export function health(view, seat) {
  const list = make("ul", "ip-health");
  set(list, { "aria-label": translate("{side}'s squad", { side: sideName(seat) }) });
  for (const name of view?.order ?? []) {
    const one = view.soldiers[name];
    if (one.side !== seat) continue;
    const words = one.state === "dead" ? `${name}: ${translate("dead")}` : `${name}: ${hpWords(one)}`;
    const item = make("li", "", tokenPicture(name, one), make("span", "visually-hidden", words));
    item.title = words;
    list.append(item);
  }
  return list;
}
