// The card of the last turns: each step of the newest turn of either side, in the words of the viewer's log, and a replay of it.

import { translate } from "../site/words.js";
import { button, make } from "./elements.js";

const MAX_STEPS = 12; // steps of one turn that are listed; the log has all

/**
 * Divide log lines into turns: [{by, lines}]. A turn lasts until another seat acts; the referee's lines belong to it.
 * `turnAt(n)` returns the turn {id, seat} in which entry n was made, where that is known: then answers of others belong to it.
 */
export function divideTurns(lines, turnAt = () => null) {
  const turns = [];
  for (const line of lines) {
    const known = turnAt(line.n);
    const by = known ? known.seat : line.by;
    const current = turns.at(-1);
    const isSame = current && (known && current.id ? known.id === current.id : by === null || by === current.by);
    if (isSame) {
      current.lines.push(line);
      current.id ??= known?.id;
    } else turns.push({ by, id: known?.id, lines: [line] });
  }
  return turns;
}

/** Return the turns to show: a player's own last one and all of others around it; for spectators the last one of each side. */
export function chooseTurns(turns, seat) {
  const chosen = [];
  const seen = new Set();
  for (const turn of [...turns].reverse()) {
    const isStop = seat === null ? seen.has(turn.by) : turn.by === seat && seen.has(seat);
    if (isStop) break;
    if (seat !== null && turn.by === seat && chosen.length) return [turn, ...chosen];
    seen.add(turn.by);
    chosen.unshift(turn);
  }
  return chosen;
}

/** Return [text, times] for each run of equal texts. */
function countRepeats(steps) {
  const runs = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last && last.step.text === step.text && !step.picture) last.times += 1;
    else runs.push({ step, times: 1 });
  }
  return runs;
}

export class LastTurn {
  /**
   * `illustrate(view, line)` returns a line with the pictures of its position, or null; `turnOf(view)` the turn {id, seat}
   * that is being played, in games in which others answer within it. `replay(n)` shows the steps from entry n on.
   */
  constructor(root, { illustrate = () => null, turnOf = () => null, replay }) {
    Object.assign(this, { root, illustrate, turnOf, replay });
  }

  /**
   * Show the last turns of `lines`, {n, by, text}. `frames` are the known positions, {n, view}; `since` is the first entry
   * that can be replayed (Infinity for none).
   */
  draw(lines, { seat, seats, frames, since = Infinity }) {
    const turnAt = (n) => {
      const before = frames.findLast((frame) => frame.n < n);
      return before?.view ? this.turnOf(before.view) : null;
    };
    const views = new Map(frames.map(({ n, view }) => [n, view]));
    const turns = chooseTurns(divideTurns(lines, turnAt), seat).filter(({ by }) => by !== null);
    const cards = turns.map((turn) => this.createTurn(turn, { seat, seats, views, since }));
    this.root.replaceChildren(...cards.reverse()); // the newest first
    this.root.hidden = !cards.length;
  }

  /** Mark the step of entry n, which the board shows. */
  mark(n) {
    for (const item of this.root.querySelectorAll("li")) {
      if (Number(item.dataset.n) === n) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
  }

  createTurn({ by, lines }, { seat, seats, views, since }) {
    const title = by === seat ? translate("Your last turn") : translate("Last turn: {side}", { side: seats[by].name });
    const head = make("div", "spread", make("h2", `side side-${by}`, title));
    const first = lines[0].n;
    if (first > since) {
      const again = button(translate("Replay"), "btn-small btn-quiet", () => this.replay(first, lines.at(-1).n));
      again.setAttribute("aria-label", translate("Replay: {turn}", { turn: title }));
      head.append(again);
    }
    const told = new Set();
    const steps = lines.slice(-MAX_STEPS).map((line) => {
      const view = views.get(line.n);
      const picture = view && line.by !== null ? this.illustrate(view, line) : null;
      const words = picture?.textContent;
      if (!picture || told.has(words)) return { ...line, picture: null }; // told before: the step undid something
      told.add(words);
      return { ...line, picture };
    });
    const items = countRepeats(steps).map(({ step, times }) => {
      const item = make("li", "", step.picture ?? (times > 1 ? `${step.text} × ${times}` : step.text));
      item.dataset.n = step.n;
      return item;
    });
    const box = make("section", "last-turn", head, make("ol", "", ...items));
    box.setAttribute("aria-label", title);
    box.dataset.by = by;
    return box;
  }
}
