// A small picture of a position, for thumbnails: no focus, no clicks. It is also served in the folders of the games that
// it draws, so that it names its own folder in imports.

import { svg } from "../../elements.js";
import { loadStyles } from "../../styles.js";
import { layOut } from "../generic/geometry.js";
import { drawBoard } from "../generic/scene.js";

await loadStyles("generic");

const CARD = { width: 60, height: 84, gap: 10 };
const MOST = 6; // cards of a hand that are drawn

/** Draw the hands of a game without cells, one below the other. */
function drawHands({ hands = [] }) {
  const groups = hands.flatMap(({ cards }, row) => cards.slice(0, MOST).map((card, n) => {
    const place = `translate(${n * (CARD.width + CARD.gap)} ${row * (CARD.height + 2 * CARD.gap)})`;
    const face = svg("rect", { width: CARD.width, height: CARD.height, rx: 8 });
    const label = svg("text", { x: CARD.width / 2, y: CARD.height / 2, dy: "0.35em", "text-anchor": "middle", "font-size": 30 }, card.label);
    return svg("g", { class: `gb-mini-card${card.hidden ? " gb-back" : ""}`, transform: place }, face, label);
  }));
  const columns = Math.max(1, ...hands.map(({ cards }) => Math.min(MOST, cards.length)));
  const width = columns * (CARD.width + CARD.gap) - CARD.gap;
  return { groups, box: [-8, -8, width + 16, Math.max(1, hands.length) * (CARD.height + 2 * CARD.gap)] };
}

/** Draw a view into `root`; the first seat at the bottom unless `turned`, which a fixed board never is. */
export function drawMini(root, view, { turned = false } = {}) {
  const description = view?.board;
  if (!description) {
    root.replaceChildren();
    return;
  }
  const hands = description.cells?.length ? null : drawHands(description);
  const layout = hands ?? layOut(description, turned && !description.fixed);
  const drawn = hands ? hands.groups : drawBoard(description, layout);
  root.replaceChildren(svg("svg", { class: "gb-board gb-mini", viewBox: layout.box.join(" "), "aria-hidden": "true" }, ...drawn));
}
