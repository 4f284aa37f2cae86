// Live thumbnails: every <div data-mini-match="12"> gets a small board, the names, the clocks and the newest words.

import { subscribe } from "../site/stream.js";
import { mark, translate } from "../site/words.js";
import { make } from "./elements.js";
import { loadMini } from "./games.js";
import { describeStatus } from "./match-status.js";
import { formatTime, getTimeLeft, ServerClock } from "./times.js";

const STATUS = {
  scheduled: mark("not open yet"),
  open: mark("waiting"),
  playing: mark("live"),
  paused: mark("paused"),
  review: mark("under review"),
  closed: mark("finished"),
  void: mark("aborted"),
};
const offset = new ServerClock();
const minis = new Map(); // match id -> its thumbnails
const boards = new Map(); // match id -> the newest board
const endings = new Map(); // match id -> what ends its subscription

/** A thumbnail, with the viewer's own side at the bottom. It replaces the server-rendered link only once it has a board, so that the link always has a name. */
export class Thumbnail {
  constructor(root) {
    this.root = root;
    this.picture = make("div", "mini-picture");
    this.names = [];
    this.badge = make("span", "badge");
    this.words = make("span", "mini-words");
    const foot = make("div", "mini-foot", this.badge, this.words);
    this.link = make("a", "mini", this.picture, foot);
    this.link.href = `/matches/${root.dataset.miniMatch}/`;
  }

  show() {
    const held = this.root.contains(document.activeElement);
    this.root.replaceChildren(this.link);
    this.root.classList.remove("loading");
    if (held) this.link.focus();
  }

  createLine(seat) {
    const name = make("span", `side side-${seat} mini-name`);
    const clock = make("span", "mini-clock num");
    return { seat, name, clock, root: make("div", "mini-line", name, clock) };
  }

  /** A line for every seat: the viewer's own, or the first, below the picture, the others above. */
  drawSeats(count, own) {
    if (this.names.length === count && this.own === own) return;
    this.own = own;
    for (const { root } of this.names) root.remove();
    this.names = Array.from({ length: count }, (_, seat) => this.createLine(seat));
    const lines = this.names.map(({ root }) => root);
    const [below] = lines.splice(own, 1);
    this.picture.before(...lines);
    this.picture.after(below);
  }

  async draw(board) {
    this.board = board;
    const own = board.viewer?.seat ?? 0;
    this.drawSeats(board.seats.length, own);
    if (board.status === "playing") offset.observe(board.clock.now);
    const painter = await loadMini(board.game).catch(() => null); // the names and clocks are worth showing alone
    if (painter && this.board === board) painter.drawMini(this.picture, board.view, { turned: own === 1 });
    for (const { seat, name } of this.names) {
      const { player, name: side } = board.seats[seat];
      name.textContent = player || translate("{side}: open seat", { side });
      name.title = side;
      name.classList.toggle("mini-acting", board.status === "playing" && board.to_act.includes(seat));
    }
    this.badge.textContent = translate(STATUS[board.status] ?? board.status);
    this.badge.className = board.status === "playing" ? "badge badge-live" : "badge";
    this.words.textContent = board.status === "playing" ? (board.log?.at(-1)?.text ?? this.words.textContent) : (describeStatus(board) ?? "");
    this.tick();
    if (!this.link.isConnected) this.show();
  }

  tick() {
    if (!this.board) return;
    const { clock, status } = this.board;
    const at = status === "playing" ? offset.now() : clock.now;
    for (const line of this.names) {
      const left = getTimeLeft(clock, line.seat, at);
      const text = formatTime(left.turn > 0 ? left.turn : left.reserve);
      if (line.clock.textContent !== text) line.clock.textContent = text;
      line.clock.classList.toggle("mini-running", left.running && status === "playing");
    }
  }
}

function storeBoard(board) {
  const id = String(board.match_id);
  boards.set(id, board);
  for (const mini of minis.get(id) ?? []) mini.draw(board);
}

function addThumbnail(element) {
  const id = element.dataset.miniMatch;
  const mini = new Thumbnail(element);
  element.dataset.miniReady = "";
  minis.set(id, [...(minis.get(id) ?? []), mini]);
  if (boards.has(id)) mini.draw(boards.get(id));
  if (!endings.has(id)) endings.set(id, subscribe([`match.${id}`], { match: storeBoard }));
}

// Unsubscribe from matches whose thumbnails have left the page.
function removeDetached() {
  for (const [id, group] of minis) {
    const shown = group.filter((mini) => mini.root.isConnected);
    minis.set(id, shown);
    if (shown.length) continue;
    endings.get(id)?.();
    for (const map of [minis, endings, boards]) map.delete(id);
  }
}

/** Set up new thumbnails on the page, e.g. after htmx has swapped in a fragment. */
function update() {
  document.querySelectorAll("[data-mini-match]:not([data-mini-ready])").forEach(addThumbnail);
  removeDetached();
}

update();
document.addEventListener("htmx:load", update);
setInterval(() => {
  for (const group of minis.values()) for (const mini of group) mini.tick();
}, 500);
