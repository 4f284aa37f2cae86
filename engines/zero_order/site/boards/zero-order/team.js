// Choosing a team of six among eighteen tokens, with presets, problems and notation.

import { mark, translate } from "../../../site/words.js";
import { button, make } from "../../elements.js";
import { ownSetUps } from "../../own-set-ups.js";
import { unitPicture } from "./unit-drawings.js";
import { tokenCard } from "./hints.js";
import { allowed, CODES, KINDS, nameOf, needed, teamProblems, TOKENS } from "./tokens.js";

const PRESETS = [
  { name: mark("Shovers"), about: mark("Five ways to throw units off the map, and a Switch."), team: "DE PU TO TW SW SP" },
  { name: mark("Basics"), about: mark("The six tokens of level 1."), team: "DE PU TO TW FR SW" },
  { name: mark("Jailers"), about: mark("Push them together, then hold them."), team: "DE PU TW FR FI GR" },
  { name: mark("Doubles"), about: mark("Copy and Mirror make every Shift count twice."), team: "DE PU TO SP CO MI" },
  { name: mark("Flag"), about: mark("Glitch hunts the opponent's Delete; Hide keeps it safe."), team: "DE PU TO CO HI GL" },
  { name: mark("King"), about: mark("Error stays locked in; the others strike."), team: "DE PU TO TW LO ER" },
];

const sorted = (team) => CODES.filter((code) => team.includes(code));

/** Return a team completed at random: required tokens, then shifts, then any. What was chosen stays. */
function fillTeam(chosen, options) {
  const shuffled = (codes) => codes.map((code) => [Math.random(), code]).sort(([a], [b]) => a - b).map(([, code]) => code);
  const team = new Set([...chosen, ...needed(options)]);
  for (const code of shuffled(allowed(options).filter((other) => TOKENS[other].kind === "shift"))) {
    if ([...team].filter((other) => TOKENS[other].kind === "shift").length < 3) team.add(code);
  }
  for (const code of shuffled(allowed(options))) if (team.size < 6) team.add(code);
  return sorted([...team]);
}

const randomTeam = (options) => fillTeam([], options);

export class Team {
  constructor(root, dock, panel, { submit, say }) {
    Object.assign(this, { host: root, dock, panel, submit, say });
    this.root = null;
  }

  draw(board) {
    this.board = board;
    this.options = board.view.options;
    this.seat = board.viewer.seat;
    if (!this.root) this.open();
    this.show();
  }

  open() {
    this.store = `team.${this.board.match_id}.${this.seat}`;
    this.sent = false;
    this.team = this.load() ?? this.proposals()[0]?.team.split(" ") ?? randomTeam(this.options);
    this.tokens = new Map(CODES.map((code) => [code, this.tokenButton(code)]));
    this.problems = make("p", "zo-problems small");
    this.problems.setAttribute("role", "status");
    const start = [button(translate("Random"), "btn-small", () => this.take(randomTeam(this.options))), button(translate("Clear"), "btn-small btn-quiet", () => this.take([]))];
    const presets = this.proposals().map(({ name, about, team }) => {
      const proposalButton = button(translate(name), "btn-small", () => this.take(team.split(" "), translate(about)));
      proposalButton.title = translate(about);
      return proposalButton;
    });
    this.about = make("p", "small muted", translate("Start with one of these and change it as you like. Both teams are revealed once they are submitted. All " +
      "other tokens become your tiles."));
    const rows = Object.keys(KINDS).map((kind) => this.kindRow(kind));
    this.root = make("section", "card zo-team", make("h2", "visually-hidden", translate("Choose your team")), make("div", "row", ...presets, ...start), this.about, ...rows);
    this.host.prepend(this.root);
    this.own = ownSetUps({ text: () => (teamProblems(this.team, this.options).length ? "" : this.text), use: (text) => this.use(text) });
    if (this.own) this.panel.prepend(this.own);
  }

  kindRow(kind) {
    const tokens = CODES.filter((code) => TOKENS[code].kind === kind).map((code) => this.tokens.get(code));
    const group = make("div", "zo-kind", ...tokens);
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", KINDS[kind]);
    return make("div", "", make("h3", "small", kind === "shift" ? translate("{kind}: at least three", { kind: KINDS[kind] }) : KINDS[kind]), group);
  }

  proposals() {
    return PRESETS.filter(({ team }) => {
      const codes = team.split(" ");
      return codes.every((code) => allowed(this.options).includes(code)) && !teamProblems(codes, this.options).length;
    });
  }

  tokenButton(code) {
    const element = make("button", "zo-choice", unitPicture(this.seat, code), make("span", "zo-choice-name", nameOf(code)), make("span", "zo-choice-level small muted", translate("level {level}", { level: TOKENS[code].level })));
    element.type = "button";
    element.dataset.code = code;
    element.title = translate(TOKENS[code].short);
    const open = allowed(this.options).includes(code);
    element.setAttribute("aria-disabled", String(!open));
    element.addEventListener("click", () => {
      this.dock.look(tokenCard(code, this.seat));
      if (open) this.toggle(code);
      else this.say(translate("You can't choose {unit}: its level is above the limit of this match ({levels}).", { unit: nameOf(code), levels: this.options.levels }));
    });
    this.dock.looksAt(element, () => tokenCard(code, this.seat));
    return element;
  }

  close() {
    this.root?.remove();
    this.own?.remove();
    this.root = null;
  }

  load() {
    try {
      const team = JSON.parse(localStorage.getItem(this.store));
      return Array.isArray(team) && team.every((code) => allowed(this.options).includes(code)) ? team : null;
    } catch {
      return null;
    }
  }

  take(team, about) {
    if (this.sent) return;
    this.team = sorted(team);
    if (about) this.about.textContent = about;
    this.keep();
  }

  get text() {
    return `team ${sorted(this.team).join(" ")}`;
  }

  /** Show the team of a text; return whether this match allows it. */
  use(text) {
    const [verb, ...team] = text.toUpperCase().split(/\s+/);
    const known = verb === "TEAM" && new Set(team).size === team.length && team.every((code) => allowed(this.options).includes(code));
    const fits = known && !teamProblems(team, this.options).length;
    if (fits) this.take(team);
    return fits;
  }

  /** Show a suggested team. */
  suggest(text) {
    this.take(text.split(" ").slice(1));
  }

  keep() {
    try {
      localStorage.setItem(this.store, JSON.stringify(this.team));
    } catch {
      // Without storage, the draft is lost with the page.
    }
    this.show();
  }

  fill() {
    const team = fillTeam(this.team, this.options);
    if (teamProblems(team, this.options).length) return this.say(translate("Your choice leaves no room for what a team must have. Remove a unit first."));
    this.take(team);
  }

  toggle(code) {
    if (this.sent) return;
    if (this.team.includes(code)) this.team = this.team.filter((other) => other !== code);
    else if (this.team.length >= 6) return this.say(translate("The team already has six units. Remove one first."));
    else this.team = sorted([...this.team, code]);
    this.say("", { quiet: true });
    this.keep();
  }

  show() {
    for (const [code, element] of this.tokens) element.setAttribute("aria-pressed", String(this.team.includes(code)));
    const problems = teamProblems(this.team, this.options);
    this.problems.textContent = problems.length ? problems.join(" ") : translate("Team complete: {units}. You can't change it after submitting.", { units: this.team.map(nameOf).join(", ") });
    this.problems.classList.toggle("zo-problems-none", !problems.length);
    const send = { text: this.sent ? translate("Sent…") : translate("Submit team"), kind: "btn-primary", disabled: problems.length > 0 || this.sent, act: () => this.send() };
    const fill = { text: translate("Fill the rest"), act: () => this.fill() };
    this.dock.show({ extra: [this.problems], buttons: this.team.length < 6 ? [send, fill] : [send] });
  }

  async send() {
    if (this.sent || teamProblems(this.team, this.options).length) return;
    this.sent = true;
    this.show();
    const verdict = await this.submit(this.text);
    if (verdict.state !== "refused") return;
    this.sent = false;
    if (this.root) this.show();
  }
}
