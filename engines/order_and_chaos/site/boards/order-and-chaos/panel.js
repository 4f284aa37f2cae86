// The panel beside the board: the counts of both sides with explanations, and the button for a forced pass.

import { mark, translate } from "../../../site/words.js";
import { make } from "../../elements.js";
import { findTerritory, formatHalves, placeName, sideName, upper } from "./names.js";
import { score } from "./words.js";

function pips(n, of) {
  const box = make("span", "oc-pips");
  box.setAttribute("aria-hidden", "true");
  for (let at = 0; at < Math.max(n, of); at++) box.append(make("span", at < n ? "oc-pip-on" : ""));
  return box;
}

function figure(n, of) {
  return make("span", "oc-figure", pips(n, of), make("span", "num", translate("{n} of {all}", { n, all: of })));
}

const sentences = (...texts) => texts.filter(Boolean).join(" ");

const FACTS = [
  {
    name: mark("Occupation"),
    figures: (view) => view.occupation.map((n) => figure(n, view.occupation_to_win)),
    words: (view) =>
      sentences(
        translate("Chessmen that have moved in the match and stand in a matching triangle (small in small, big in big) of the other side's territory."),
        view.options.classroom ? translate("In a classroom match, they only score points.") : translate("{n} are needed to win.", { n: view.occupation_to_win }),
        translate("They have a golden ring."),
      ),
  },
  {
    name: mark("In the grave"),
    figures: (view) => view.graves.map((grave) => figure(grave.length, view.dead_to_lose)),
    words: (view) =>
      sentences(
        translate("At the end of its turn, a side's dead try to return at its revive point (Order {order}, Chaos {chaos}).", { order: view.revive[0], chaos: view.revive[1] }),
        view.options.classroom ? translate("In a classroom match, this doesn't lose the match.") : translate("A side with {n} still dead after that loses.", { n: view.dead_to_lose }),
      ),
  },
  {
    name: mark("Points"),
    figures: (view) => view.points.map((n) => make("span", "num", formatHalves(n))),
    words: (view) =>
      sentences(
        translate("Each small occupying chessman scores 1, each big one 1½."),
        view.options.classroom ? translate("When time is up, the side with more points wins; the side to move loses one point if it is ahead.") : translate("They decide only if the match stalls."),
        view.held ? translate("Between equal points, the held points decide: both sides' points after every turn, added up.") : "",
        score(view),
      ),
  },
  {
    name: mark("Territory"),
    figures: (view) => [0, 1].map((seat) => placeName(findTerritory(view, seat))),
    words: () => translate("A side that steps into the core (star) of the other side's territory takes it: the two territories swap " +
      "owners, along with their graves and revive points."),
  },
];

const COUNTERS = [
  {
    name: (view) => translate("Quiet turns: {n} of {limit}", { n: view.quiet, limit: view.quiet_limit }),
    counts: (view) => !view.options.classroom,
    words: (view) => translate("Turns in a row without a kill, a swap of territories or a change in occupation. At {limit}, the match " +
      "stalls and points decide.", { limit: view.quiet_limit }),
  },
  {
    name: (view) => translate("This position: {n} of {limit} times", { n: view.stood, limit: view.barred ? view.stood_limit - 1 : view.stood_limit }),
    counts: (view) => Boolean(view.barred) || (view.stood_limit !== null && !view.options.classroom),
    words: (view) =>
      sentences(
        translate("The same chessmen in the same areas, with the same dominators, owners, graves and side to move."),
        view.barred ? translate("No move may make a position occur {n} times.", { n: view.stood_limit }) : translate("At the limit, points decide."),
      ),
  },
];

function details(summary, words) {
  const element = make("details", "oc-fact", make("summary", ""), make("p", "small"));
  element.firstChild.append(...summary);
  element.words = words;
  return element;
}

export class Panel {
  constructor(root, controls, { submit }) {
    this.submit = submit;
    this.pass = this.passButton();
    this.time = make("p", "oc-time");
    this.facts = FACTS.map((fact) => {
      this.cellsOf = this.cellsOf ?? new Map();
      const cells = [make("span", "oc-cell-0"), make("span", "oc-cell-1")];
      this.cellsOf.set(fact, cells);
      return details([make("span", "oc-fact-name", translate(fact.name)), ...cells], fact.words);
    });
    this.counters = COUNTERS.map((counter) => details([make("span", "oc-fact-name")], counter.words));
    const head = make("div", "oc-facts-head", make("span", "small muted", translate("Select a row for details")), ...[0, 1].map((seat) => make("span", `side side-${seat} small`, sideName(seat))));
    this.card = make("section", "oc-facts card card-flat", head, ...this.facts, ...this.counters);
    this.card.setAttribute("aria-label", translate("Both sides compared"));
    root.replaceChildren(this.card);
    controls.prepend(this.pass, this.time);
  }

  passButton() {
    const button = make("button", "btn btn-primary btn-wide", translate("Pass"));
    button.type = "button";
    button.hidden = true;
    button.addEventListener("click", async () => {
      button.disabled = true;
      await this.submit("pass");
      button.disabled = false;
    });
    return button;
  }

  draw(view, { mustPass }) {
    this.pass.hidden = !mustPass;
    this.card.hidden = !view;
    if (!view) return;
    FACTS.forEach((fact, n) => {
      this.cellsOf.get(fact).forEach((cell, seat) => {
        const figures = fact.figures(view)[seat];
        const side = make("span", "visually-hidden", `${sideName(seat)}: `);
        cell.replaceChildren(side, figures);
      });
      this.facts[n].lastChild.textContent = fact.words(view);
    });
    COUNTERS.forEach((counter, n) => {
      this.counters[n].hidden = !counter.counts(view);
      this.counters[n].querySelector(".oc-fact-name").textContent = counter.name(view);
      this.counters[n].lastChild.textContent = counter.words(view);
    });
  }

  /** Show the remaining time of a classroom match; null hides it. */
  showTime(text) {
    this.time.hidden = text === null;
    if (text !== null && this.time.textContent !== text) this.time.textContent = upper(text);
  }
}
