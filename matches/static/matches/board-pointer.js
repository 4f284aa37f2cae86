// Rings around named places of a board: squares, areas, grids, tiles, spots, spaces, cards, keys and buttons.

const KINDS = ["square", "area", "grid", "place", "space", "soldier", "spot", "operation", "key", "card", "id", "text", "code"];
const EDGE = 3; // px between a place and its ring
const HEAD = 14; // px of an arrow's head
const MOST_WORDS = 8; // longer notation is a set-up, which boards show themselves
const ON_TRACK = /^(init|tile|swap) /;

/** Return the place of a name such as `B4`, or `spot:4` where numbers mean several things. */
function find(root, name) {
  const [, kind, value] = name.match(/^(?:(\w+):)?(.*)$/);
  const selector = (kind ? [kind] : KINDS).map((each) => `[data-${each}="${CSS.escape(value)}"]`).join();
  return [...root.querySelectorAll(selector)].find((element) => element.getBoundingClientRect().width);
}

/** Return the names in a move's notation: of `push C3: C4-C6` C3, C4 and C6, of `init 4` spot:4. */
export function namesIn(notation) {
  const words = notation.split(/[^A-Za-z0-9-]+/).flatMap((word) => (/^Z\d-\d$/.test(word) ? [word] : word.split("-"))).filter(Boolean);
  if (words.length > MOST_WORDS) return [];
  const number = ON_TRACK.test(notation) ? ["spot"] : ["key", "card"];
  return [notation, ...words.flatMap((word) => (/^\d+$/.test(word) ? number.map((kind) => `${kind}:${word}`) : [word]))];
}

/** Return an arrow from one point to another, its head before the second. */
function drawArrow([fromX, fromY], [toX, toY]) {
  const arrow = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const side = (turn) => `${toX - HEAD * Math.cos(angle + turn)} ${toY - HEAD * Math.sin(angle + turn)}`;
  path.setAttribute("d", `M${fromX} ${fromY}L${toX} ${toY}M${side(0.5)}L${toX} ${toY}L${side(-0.5)}`);
  arrow.append(path);
  return arrow;
}

export class BoardPointer {
  /** `root` holds the board and its controls. The rings follow their places. */
  constructor(root) {
    this.root = root;
    this.names = [];
    this.hasArrow = false;
    this.layer = document.createElement("div");
    this.layer.className = "board-pointer";
    this.layer.setAttribute("aria-hidden", "true");
    root.append(this.layer);
    const later = () => this.place();
    new ResizeObserver(later).observe(root);
    new MutationObserver((records) => records.some(({ target }) => !this.layer.contains(target)) && later()).observe(root, { childList: true, subtree: true });
  }

  /** Point at these places; names that are not on the board are passed over. `arrow` leads from the first to the last. */
  show(names, { arrow = false } = {}) {
    this.names = [...new Set(names)];
    this.hasArrow = arrow;
    this.place();
  }

  clear() {
    this.show([]);
  }

  place() {
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const { left, top } = this.root.getBoundingClientRect();
    const boxes = this.names.map((name) => find(this.root, name)).filter(Boolean).map((element) => element.getBoundingClientRect());
    const rings = boxes.map((box) => {
      const ring = document.createElement("span");
      const place = { left: box.left - left, top: box.top - top, width: box.width, height: box.height };
      for (const [side, value] of Object.entries(place)) ring.style[side] = `${value + (side === "width" || side === "height" ? 2 : -1) * EDGE}px`;
      return ring;
    });
    const centres = boxes.map((box) => [box.left - left + box.width / 2, box.top - top + box.height / 2]);
    this.layer.replaceChildren(...rings, ...(this.hasArrow && centres.length > 1 ? [drawArrow(centres[0], centres.at(-1))] : []));
  }
}
