// The board of a game on a page of its own, with a player in front of it and a referee that is the test's.

import { boardOf, equal, settle, stage } from "./testing.js";
import { quickClick } from "./pointer.js";
import { Premove } from "/static/matches/premove.js";

const PARTS = ["board", "choices", "panel", "report"];

class Table {
  constructor(root) {
    Object.assign(this, Object.fromEntries(PARTS.map((name) => [name, root.querySelector(`[data-part="${name}"]`)])));
    this.sent = []; // notations, in their order
    this.said = []; // hints near the board, quiet ones too
    this.verdict = { state: "accepted" }; // what the referee will say
  }

  tools() {
    const { panel, report, choices } = this;
    const submit = async (text) => {
      this.sent.push(text);
      await settle();
      return this.verdict;
    };
    const say = (text) => text && this.said.push(text);
    this.planned = new Premove(document.createElement("button"), { game: () => this.game, submit, say, refuse: say });
    const premove = { list: (board) => this.planned.list(board), set: (text) => this.planned.set(text, this.position), cancel: () => this.planned.cancel() };
    return { submit, say, premove, panel, report, choices };
  }

  /** Show a board, as news that came from the server. */
  draw(position = this.position) {
    this.position = position;
    this.game.draw(position, { animate: false });
    this.planned.draw(position);
    return this;
  }

  find(selector) {
    const element = this.board.querySelector(selector) ?? this.panel.querySelector(selector) ?? this.choices.querySelector(selector);
    if (!element) throw new Error(`there is no ${selector}`);
    return element;
  }

  /** What was sent since the last time, after the referee has answered. */
  async takes() {
    await settle();
    return this.sent.splice(0);
  }

  /** The newest hint. */
  get hint() {
    return this.said.at(-1) ?? "";
  }
}

/**
 * Sit down at a board: what is asked for is handed to `boardOf`. `setUps` is the address of the player's own set-ups,
 * `script` the board's script, by default the game's own.
 */
export async function sitDown(game, { setUps, script = game, ...options } = {}) {
  const parts = PARTS.map((name) => `<div data-part="${name}"${name === "board" ? ' class="match-board"' : ""}></div>`).join("");
  const root = stage(`<article class="match match-ready" data-match-page data-game="${game}">${parts}</article>`);
  if (setUps) root.firstElementChild.dataset.setUps = setUps;
  const { mount } = await import(`/static/matches/boards/${script}.js`);
  const table = new Table(root);
  table.game = mount(table.board, table.tools());
  return table.draw(await boardOf({ game, ...options }));
}

/** The cells of a board, named by the data attribute `name`, that have a mark. */
export function marked(table, name, mark) {
  return [...table.board.querySelectorAll(`[data-${name}][data-mark="${mark}"]`)].map((element) => element.dataset[name]);
}

/** Whatever pair of cells is clicked, only what is legal is ever sent, and each such move once. */
export async function clicksEveryPair(table, name, cells) {
  for (const from of cells) {
    for (const to of cells) {
      table.draw();
      for (const cell of [from, to]) quickClick(table.find(`[data-${name}="${cell}"]`));
      if (to === cells[0] && !isChosenBy(table, name, from)) break; // whatever the second click is on, it is the first
    }
  }
  const actions = await table.takes();
  equal(actions.filter((text) => !table.position.legal.includes(text)), [], "what is not legal");
  return [...new Set(actions)].sort();
}

function isChosenBy(table, name, cell) {
  table.draw();
  quickClick(table.find(`[data-${name}="${cell}"]`));
  return marked(table, name, "chosen").includes(cell);
}
