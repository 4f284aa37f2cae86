// The squad cards beside the map: each Soldier with its Gamer, health, dice, gear and abilities.

import { translate } from "../../../site/words.js";
import { make, set } from "../../elements.js";
import { signPicture, tokenPicture } from "./art.js";
import { abilityWords, gamerWords, hpLeft, hpWords, soldierWords, whereabouts } from "./descriptions.js";
import { button } from "./dom.js";
import { ability, cardName, cardText, diceCount, kindWords, sideName } from "./names.js";
import { explainOnTap } from "./tips.js";

function chip(className, label, tell, words) {
  const tag = button(`ip-tag ${className}`, label);
  set(tag, { "aria-label": words });
  return explainOnTap(tag, tell);
}

const MARKS = { passive: "∞", cooldown: "1×", interrupt: "!" };

export function abilityChip(id, spent) {
  const { name, kind } = ability(id);
  const tag = chip(`ip-tag-${kind}`, "", () => ({ title: name, lines: [abilityWords(id, spent)] }), abilityWords(id, spent));
  tag.append(make("b", "", MARKS[kind] ?? ""), " ", spent ? translate("{name} (used)", { name }) : name);
  tag.classList.toggle("ip-spent", Boolean(spent));
  return tag;
}

function gearChip(id) {
  const tag = chip("ip-tag-gear", "", () => ({ title: cardName(id), lines: [cardText(id)] }), `${translate("Carries {cards}.", { cards: cardName(id) })} ${cardText(id)}`);
  tag.append(signPicture(id), ` ${cardName(id)}`);
  return tag;
}

function facts(soldier) {
  const words = translate("{n}/{hp} HP · {dice} · base {base} · range {range}", { n: hpLeft(soldier), hp: soldier.hp, dice: diceCount(soldier.dice), base: soldier.base, range: soldier.range });
  return make("p", "ip-facts small num", words);
}

function soldier(view, name) {
  const state = view.soldiers[name];
  const card = make("li", "ip-soldier");
  card.dataset.state = state.state;
  card.classList.toggle("ip-now", view.turn?.soldier === name);
  const head = button("ip-soldier-head", tokenPicture(name, state));
  explainOnTap(head, () => soldierWords(name, state));
  set(head, { "aria-label": `${name}: ${soldierWords(name, state).lines.slice(0, 2).join(" ")}` });
  const title = make("p", "ip-soldier-name", make("strong", "", name));
  if (state.gamer) title.append(" ", gamerChip(state.gamer));
  const place = make("p", "small muted", state.shielded ? translate("{place}, shielded", { place: whereabouts(state) }) : whereabouts(state));
  const tags = make("div", "ip-tags", ...state.abilities.map(([id, , spent]) => abilityChip(id, spent)), ...state.gear.map(gearChip));
  card.append(head, make("div", "", title, facts(state), place, tags));
  return card;
}

function squad(view, side) {
  const names = view.order.filter((name) => view.soldiers[name].side === side);
  const title = make("h2", `side side-${side}`, sideName(side));
  return make("section", "ip-squad", title, make("ol", "", ...names.map((name) => soldier(view, name))));
}

const legend = () => Object.entries(MARKS).map(([kind, mark]) => `${mark} ${kindWords(kind)}`).join(" · ");

/** Return a Gamer's chip with an explanation. */
export function gamerChip(handle) {
  const tell = () => gamerWords(handle);
  return chip("ip-tag-gamer", handle, tell, `${handle}. ${tell().lines.join(" ")}`);
}

/** Return both squads, the viewer's own first. */
export function squads(view, seat) {
  if (!view?.order.length) return [];
  const sides = seat === 1 ? [1, 0] : [0, 1];
  return [make("p", "small muted", legend()), make("div", "ip-squads", ...sides.map((side) => squad(view, side)))];
}

/** Return the health of a side's squad, for the players' strips. */
export function health(view, seat) {
  const list = make("ul", "ip-health");
  set(list, { "aria-label": translate("{side}'s squad", { side: sideName(seat) }) });
  for (const name of view?.order ?? []) {
    const soldier = view.soldiers[name];
    if (soldier.side !== seat) continue;
    const words = soldier.state === "dead" ? `${name}: ${translate("dead")}` : `${name}: ${hpWords(soldier)}`;
    const item = make("li", "", tokenPicture(name, soldier), make("span", "visually-hidden", words));
    item.title = words;
    list.append(item);
  }
  return list;
}
