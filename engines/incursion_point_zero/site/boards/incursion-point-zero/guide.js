// The rules summary, for the guide dialog.

import { mark, translate } from "../../../site/words.js";
import { make } from "../../elements.js";
import { cardPicture, die, tokenPicture } from "./art.js";
import { abilityWords, classWords } from "./descriptions.js";
import { cardName, cardText, CLASSES, sideName, soldierCard } from "./names.js";
import { CARDS } from "./cards.js";
import { ROUNDS } from "./order.js";

const GOALS = [
  mark("Strike wins as soon as the missile lies face up and no Terrorist stands on its space."),
  mark("The Terrorists win if that has not happened by the end of round 6. Killing every Soldier of a side doesn't " +
    "end the match."),
];
const TURN = [
  mark("All eight Soldiers act once per round, in the order shown above the map. Strike enters in zone 1; dead " +
    "Terrorists return in zone 4."),
  mark("In its activation, a Soldier moves up to two spaces and may then attack, or attacks without moving, or " +
    "passes. It moves up, down, left or right; a space holds two Soldiers."),
  mark("Strike Soldiers stop on a face-down card and turn it up. Both sides stop where an enemy is. Leaving an enemy " +
    "may provoke a Free Attack."),
  mark("A Terrorist stays hidden under its card as long as it passes."),
];
const FIGHT = [
  mark("Range counts rows plus columns. Roll as many dice as the Soldier has: each star is a success."),
  mark("Damage is successes plus Base Damage. A target with its attacker in range strikes back at the same time."),
  mark("A Soldier dies when its damage markers reach its hit points. Dead Soldiers can return from the start of " +
    "rounds 3 and 5 (Strike) and 4 (Terrorists)."),
];
const MARKS = [
  mark("Green ring: you can move or place a card there; +1 means one move is left afterwards. Red ring: a target."),
  mark("Click a marked space, drag the active Soldier there, or use the arrow keys and Enter. On a phone, tap a space " +
    "to read about it and see what you can do there."),
  mark("∞ always active; 1× once per match, in the Soldier's own activation; ! once per match, when you are asked. " +
    "Answer with the buttons or the Y and N keys."),
];

const list = (items) => make("ul", "", ...items.map((text) => make("li", "", translate(text))));

function classes(side) {
  const items = CLASSES[side].map((name) => {
    const { lines } = classWords(name);
    const skills = soldierCard(name).skills.map(({ id }) => make("p", "small", abilityWords(id)));
    return make("li", "ip-guide-item", tokenPicture(name), make("div", "", make("strong", "", name), make("p", "small", lines[0]), ...skills));
  });
  return [make("h3", "", translate("{side}: classes", { side: sideName(side) })), make("ul", "ip-guide", ...items)];
}

function incursions() {
  const items = Object.keys(CARDS.incursions).map((id) => {
    const many = CARDS.incursions[id].count > 1 ? ` × ${CARDS.incursions[id].count}` : "";
    return make("li", "ip-guide-item", cardPicture(id, { down: false }), make("div", "", make("strong", "", cardName(id) + many), make("p", "small", cardText(id))));
  });
  return [make("h3", "", translate("Face-down cards besides the four Terrorists")), make("ul", "ip-guide", ...items)];
}

/** Return the goal of a side in one sentence. */
export const goal = (view, seat) => translate(seat === 1 ? ROUNDS[1] : GOALS[0]);

/** Return the content of the guide dialog, the seat's own classes first. */
export function guide(seat, view) {
  const dice = make("p", "ip-dice", die(1), die(1), die(0));
  dice.append(` ${translate("Two successes on three dice.")}`);
  const gamers = view?.options.gamers === false ? mark("Without Gamers, you roll three dice every time.") : mark("A Gamer's stats are the dice of the Soldier it leads: wisdom, synergy or dexterity, depending on the class.");
  const sides = seat === 1 ? [1, 0] : [0, 1];
  return [list(GOALS), make("h3", "", translate("A round")), list(TURN), make("h3", "", translate("Fights")), list([...FIGHT, gamers]), dice, make("h3", "", translate("On this page")), list(MARKS), ...incursions(), ...sides.flatMap(classes)];
}
