// The controls under the map: the open question, the active Soldier's actions, the hand, the cards to lay.

import { mark, translate, translateMany } from "../../../site/words.js";
import { make, set } from "../../elements.js";
import { cardPicture } from "./art.js";
import { abilityWords, diceWords, handWords, hpLeft, layWords } from "./descriptions.js";
import { button } from "./dom.js";
import { distance } from "./geometry.js";
import { ability, cardName, cardText, locationBadge, locationKind, locationName } from "./names.js";
import { explain } from "./tips.js";
import { describeQuestion, movesLeft } from "./words.js";

const plain = (text) => ({ title: text, lines: [] });
const TELL = {
  skill: ({ words }) => ({ title: ability(words[2]).name, lines: [abilityWords(words[2])] }),
  use: ({ words }) => ({ title: cardName(words[2]), lines: [cardText(words[2])] }),
  drop: ({ words }) => layWords(words[1]),
  discard: ({ words }) => handWords(words[1]),
};

const FILLED = {
  locations: mark("Places your Locations at random."),
  cards: mark("Lays all secret cards at random, the missile too."),
  both: mark("Places your Locations and lays all secret cards at random, the missile too."),
};

export class Controls {
  constructor(choosing) {
    this.choosing = choosing;
    this.element = make("div", "ip-controls");
    this.asked = "";
    this.auto = false;
    this.laidAt = null; // the log entry at which the last random card was laid
    this.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  draw(board) {
    this.board = board;
    const { view } = board;
    const list = this.choosing.list;
    const isOwn = list.length > 0;
    if (!["place", "drop", "lay"].includes(view?.phase)) this.auto = false;
    const parts = !isOwn ? [] : view.question ? [this.question(view.question, list)] : this.phase(view, list);
    const held = this.element.contains(document.activeElement);
    const focusedText = held ? document.activeElement.dataset.text : null;
    this.element.replaceChildren(...parts);
    const again = focusedText && this.element.querySelector(`[data-text="${focusedText}"]`);
    if (again) again.focus({ preventScroll: true });
    else if (held) this.choosing.map.cells.get(this.choosing.map.current).focus({ preventScroll: true });
    this.attend(isOwn ? view.question : null);
    if (this.auto && isOwn && !this.choosing.pending && this.laidAt !== board.entry) this.layOne();
  }

  phase(view, list) {
    if (this.choosing.laying) return [view.phase === "place" ? this.hand(view) : this.tray(view)];
    const acts = list.filter((option) => !["move", "enter"].includes(option.verb));
    const heading = { drop: translate("Drop a card"), place: translate("You can't place a Location: discard one") }[view.phase] ?? this.heading(view);
    const fill = view.phase === "drop" || view.phase === "place" ? this.filler(view) : "";
    return [make("p", "ip-heading", heading), make("div", "ip-acts", ...acts.map((option) => this.actButton(option))), fill];
  }

  /** Return the button that places, drops and lays the rest at random, until the match begins, and what it will do. */
  filler({ phase, viewer }) {
    const fill = button("btn btn-small", this.auto ? translate("Stop") : translate("Fill the rest"), () => {
      this.auto = !this.auto;
      this.laidAt = null;
      this.draw(this.board);
    });
    const note = make("span", "small muted", translate(FILLED[phase !== "place" ? "cards" : viewer ? "both" : "locations"]));
    note.id = "ip-filled";
    set(fill, { "aria-describedby": note.id });
    return make("div", "ip-filler row", fill, note);
  }

  heading(view) {
    const { soldier, moves, moving, attacked } = view.turn;
    const left = movesLeft(moving ? moves : 0);
    return attacked ? translate("{soldier}: {moves}, has attacked", { soldier, moves: left }) : `${soldier}: ${left}`;
  }

  actButton(option, className = option.verb === "attack" ? "btn btn-danger" : "btn") {
    const label = option.verb === "attack" ? translate("Attack the {other}", { other: option.words[2] }) : option.label;
    const actButton = button(className, label, () => this.choosing.act(option.text, option.space));
    actButton.dataset.text = option.text;
    actButton.disabled = Boolean(this.choosing.pending);
    return explain(actButton, () => TELL[option.verb]?.(option) ?? (option.verb === "attack" ? this.attackWords(option) : plain(option.label)));
  }

  attackWords({ label, words }) {
    const [attacker, target] = words.slice(1).map((name) => this.board.view.soldiers[name]);
    const far = distance(attacker.at, target.at);
    const params = { other: words[2], distance: far, range: target.range };
    const aim = translateMany(
      "Distance {distance}; {other} has range {range} on its card and {n} hit point left.",
      "Distance {distance}; {other} has range {range} on its card and {n} hit points left.",
      hpLeft(target),
      params,
    );
    return { title: label, lines: [`${diceWords(words[1], attacker)} ${aim}`, translate("The dice are rolled at once. You can't undo this.")] };
  }

  /** Return the controls of a question. It does not block the page: it takes the focus once, accepts Y and N, and stays visible. */
  question(pending, list) {
    const { why: reason, what: prompt } = describeQuestion(pending);
    const bar = make("div", "ip-question", make("p", "", reason), make("p", "ip-what", prompt));
    set(bar, { role: "group", tabindex: "-1", "aria-label": translate("Question: {why} {what}", { why: reason, what: prompt }) });
    if (pending.ability) bar.append(make("p", "small muted", abilityWords(pending.ability)));
    const yes = list.length === 2 && list[0].words[1] === "yes";
    const buttons = list.map((option, at) => {
      const choice = this.actButton(option, at === 0 ? "btn btn-primary" : "btn");
      if (yes) choice.replaceChildren(at === 0 ? translate("Yes") : translate("No"), make("kbd", "", at === 0 ? "Y" : "N"));
      if (yes) set(choice, { "aria-keyshortcuts": at === 0 ? "y" : "n" });
      return choice;
    });
    bar.append(make("div", "ip-acts", ...buttons));
    return bar;
  }

  attend(pending) {
    const key = pending ? JSON.stringify([this.board.entry, pending]) : "";
    const fresh = key && key !== this.asked;
    this.asked = key;
    const busy = document.activeElement?.matches("input, textarea, select, dialog *");
    if (!fresh || busy) return;
    this.element.querySelector(".ip-question").focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  onKey(event) {
    const at = { y: 0, n: 1 }[event.key.toLowerCase()];
    const buttons = this.element.querySelectorAll(".ip-question [aria-keyshortcuts]");
    if (at === undefined || !buttons.length || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    buttons[at].click();
  }

  /** Return the Locations of the hand. */
  hand(view) {
    const cards = view.hand.map((id) => {
      const face = make("button", "ip-hand-card", make("strong", "", locationName(id)), make("span", "small", locationBadge(id) || locationKind(id)));
      return this.takeable(face, id, () => handWords(id));
    });
    return make("div", "ip-tray", make("p", "ip-heading", translate("Your Locations")), make("div", "ip-acts", ...cards), this.filler(view));
  }

  /** Return the Incursion cards and Terrorists left to lay. */
  tray(view) {
    const cards = Object.entries(view.to_lay).map(([id, n]) => {
      const face = make("button", "ip-hand-card ip-lay-card", cardPicture(id, { down: false }), make("span", "small", n > 1 ? `${cardName(id)} × ${n}` : cardName(id)));
      return this.takeable(face, id, () => layWords(id));
    });
    return make("div", "ip-tray", make("p", "ip-heading", translate("Cards to lay face down")), make("div", "ip-acts", ...cards), this.filler(view));
  }

  takeable(face, id, tell) {
    const able = this.choosing.list.some((option) => option.words[1] === id);
    face.type = "button";
    face.dataset.text = id;
    face.dataset.card = id;
    face.disabled = Boolean(this.choosing.pending);
    set(face, { "aria-pressed": String(this.choosing.armed === id), "aria-disabled": able ? null : "true" });
    face.addEventListener("click", () => {
      if (able) this.choosing.arm(id);
      else this.choosing.say(`${translate("{card} can't be placed anywhere now.", { card: tell().title })} ${tell().lines.join(" ")}`);
    });
    return explain(face, tell);
  }

  layOne() {
    const list = this.choosing.list;
    const option = list[Math.floor(Math.random() * list.length)];
    this.laidAt = this.board.entry;
    this.choosing.act(option.text, option.space);
  }
}
