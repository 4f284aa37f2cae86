// The board of Incursion Point: Zero: draws views and sends notation. It contains no rules.

import { translate } from "../../site/words.js";
import { makeDraggable } from "../drag.js";
import { make } from "../elements.js";
import { loadStyles } from "../styles.js";
import { tokenPicture } from "./incursion-point-zero/art.js";
import { MapSelection } from "./incursion-point-zero/map-selection.js";
import { Controls } from "./incursion-point-zero/controls.js";
import { Dice } from "./incursion-point-zero/dice.js";
import { refill } from "./incursion-point-zero/dom.js";
import { goal, guide } from "./incursion-point-zero/guide.js";
import { GameMap } from "./incursion-point-zero/map.js";
import { Menu } from "./incursion-point-zero/menu.js";
import { meet } from "./incursion-point-zero/names.js";
import { Order } from "./incursion-point-zero/order.js";
import { SquadChoice } from "./incursion-point-zero/squad.js";
import { health, squads } from "./incursion-point-zero/squads.js";
import { hideTip, tipsIn } from "./incursion-point-zero/tips.js";
import { MoveEntry } from "./incursion-point-zero/move-entry.js";
import { describeLastTurn, status } from "./incursion-point-zero/words.js";
export { chooseSound, isEmpty, keys } from "./incursion-point-zero/facts.js";

await loadStyles("incursion-point-zero", "incursion-point-zero-panels");

/** Return what can be dragged from an element, {picture, card if any}: the active Soldier, or a card of the hand. */
function dragged(selection, element) {
  if (selection.pending || !selection.list.length) return null;
  const held = element.closest("[data-card]");
  if (held) return held.getAttribute("aria-disabled") ? null : { picture: held, card: held.dataset.card };
  const space = element.closest(".ip-cell")?.dataset.space;
  const name = selection.board.view.turn?.soldier;
  const moves = selection.list.some((option) => option.verb === "move");
  return space && moves && selection.board.view.soldiers[name]?.at === space ? { picture: tokenPicture(name) } : null;
}

/** Return the activation of a view, within which the other side answers. */
function turnOf({ round, turn, soldiers }) {
  return turn ? { id: `${round} ${turn.soldier}`, seat: soldiers[turn.soldier].side } : null;
}

/**
 * Mount the board on `root`, with the actions in `controls`, the turn order in `note`, the Gamers to choose from
 * and typed notation in `panel`, and the last fights and the squad cards in `report`.
 * `submit(text)` resolves to {state, code, text}; `say(text, {quiet})` shows a hint near the board.
 * Returns what the match page needs: draw, status, describeLast, turnOf, losses, goal, guide, turn.
 */
export function mount(root, { submit, say, panel, report, controls: place, note }) {
  root.classList.add("ip-root");
  let board = null;
  let turnedByHand = false;
  const map = new GameMap({ onPick: (space, event) => selection.pick(space, event), onCancel: () => selection.cancel() });
  const menu = new Menu(root);
  const order = new Order();
  const dice = new Dice();
  const selection = new MapSelection(map, menu, root, { send: submit, say, changed: () => board && controls.draw(board) });
  const controls = new Controls(selection);
  const squad = new SquadChoice({ send: submit, say });
  const moveEntry = new MoveEntry(submit);
  const cards = make("div", "ip-cards");
  const folded = make("details", "ip-folded", make("summary", "strong", translate("Squad cards")), cards);
  folded.open = matchMedia("(min-width: 58rem)").matches; // on phones the turn order shows the same
  root.replaceChildren(squad.element, map.svg, menu.box);
  panel.replaceChildren(squad.own, squad.gamers, moveEntry.element);
  const actions = place ?? make("div", "stack");
  actions.append(squad.controls, controls.element);
  if (!place) panel.prepend(actions);
  (note ?? panel).append(order.element);
  (report ?? panel).append(dice.element, folded);
  for (const area of [root, panel, place, note, report].filter(Boolean)) tipsIn(area);
  const dragging = {
    pick: (element) => (board ? dragged(selection, element) : null),
    ghost({ picture }) {
      const copy = picture.cloneNode(true);
      copy.classList.add("ip-ghost");
      return copy;
    },
    place: (element) => element.closest(".ip-cell"),
    start({ card }) {
      if (card && selection.armed !== card) selection.arm(card);
    },
    drop: (held, cell) => cell && selection.pick(cell.dataset.space),
  };
  makeDraggable(root, dragging);
  makeDraggable(actions, dragging);

  function draw(next, { animate = true } = {}) {
    const live = next.status === "playing";
    const forward = !board || next.entry >= board.entry;
    board = next;
    const { view } = next;
    meet(view);
    menu.close();
    hideTip();
    map.turn((next.viewer.seat === 1) !== turnedByHand);
    map.svg.classList.toggle("ip-still", !animate);
    map.draw(view);
    selection.draw(next);
    squad.draw(next);
    map.svg.toggleAttribute("hidden", !squad.element.hidden);
    order.draw(view);
    controls.draw(next);
    dice.draw(view, { live, animate, forward });
    moveEntry.draw(next);
    refill(cards, ...squads(view, next.viewer.seat));
    folded.hidden = !cards.childElementCount;
  }

  return {
    draw,
    status,
    describeLast: describeLastTurn,
    turnOf,
    losses: health,
    goal,
    guide: () => guide(board?.viewer.seat ?? 0, board?.view),
    turn() {
      turnedByHand = !turnedByHand;
      if (board) draw(board, { animate: false });
    },
  };
}
