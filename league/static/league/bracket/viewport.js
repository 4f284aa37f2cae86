// Pan and zoom of a large drawing by mouse, touch and code. `look` is the visible part in drawing units.

const CLOSEST = 2;
export const MARGIN = 20; // drawing units around the drawing
export const TOOLS = 64; // px at the top, where the buttons lie over the drawing

export class Viewport {
  constructor(root, svg, onChange) {
    this.root = root;
    this.svg = svg;
    this.onChange = onChange;
    this.world = { width: 1, height: 1 };
    this.look = { x: 0, y: 0, scale: 1 };
    this.pointers = new Map();
    this.moved = false;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // A drag that ends on a match does not count as a click.
    svg.addEventListener("click", (event) => this.moved && event.preventDefault(), true);
    new ResizeObserver(() => (this.whole ? this.fit() : this.show())).observe(root);
  }

  size() {
    return { width: this.svg.clientWidth || 1, height: this.svg.clientHeight || 1 };
  }

  smallest() {
    const { width, height } = this.size();
    return Math.min(1, width / (this.world.width + 40), height / (this.world.height + 40));
  }

  /** Return the visible rectangle, with a margin in drawing units. */
  sight(margin = 0) {
    const { width, height } = this.size();
    const { x, y, scale } = this.look;
    return { left: x - margin, top: y - margin, right: x + width / scale + margin, bottom: y + height / scale + margin };
  }

  fit() {
    const scale = this.smallest();
    const { width, height } = this.size();
    this.whole = true; // and stays so when the window changes
    this.look = { x: (this.world.width - width / scale) / 2, y: (this.world.height - height / scale) / 2, scale };
    this.show();
  }

  /** Centre a point. */
  centre(x, y, scale = this.look.scale) {
    const { width, height } = this.size();
    this.whole = false;
    this.look = { x: x - width / scale / 2, y: y - height / scale / 2, scale };
    this.show();
  }

  /** Scroll just enough to show this box. */
  reveal(box, margin = 30) {
    const sight = this.sight(-margin);
    if (box.x < sight.left) this.look.x -= sight.left - box.x;
    if (box.x + box.width > sight.right) this.look.x += box.x + box.width - sight.right;
    if (box.y < sight.top) this.look.y -= sight.top - box.y;
    if (box.y + box.height > sight.bottom) this.look.y += box.y + box.height - sight.bottom;
    this.show();
  }

  /** Zoom by a factor around a point (pixels from the corner; the middle by default). */
  zoom(factor, spot = { x: this.size().width / 2, y: this.size().height / 2 }) {
    const scale = Math.min(CLOSEST, Math.max(this.smallest(), this.look.scale * factor));
    this.whole = false;
    this.look.x += spot.x / this.look.scale - spot.x / scale;
    this.look.y += spot.y / this.look.scale - spot.y / scale;
    this.look.scale = scale;
    this.show();
  }

  /** Keep the drawing in the window: no further than its edges. */
  hold() {
    const { width, height } = this.size();
    const { look, world } = this;
    const within = (at, seen, whole, before) => {
      const end = whole + MARGIN - seen;
      return end < -before ? (whole - seen) / 2 : Math.min(end, Math.max(-before, at));
    };
    look.x = within(look.x, width / look.scale, world.width, MARGIN);
    look.y = within(look.y, height / look.scale, world.height, TOOLS / look.scale);
  }

  show() {
    this.hold();
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      const { width, height } = this.size();
      const { x, y, scale } = this.look;
      this.svg.setAttribute("viewBox", `${x} ${y} ${width / scale} ${height / scale}`);
      this.onChange();
    });
  }

  spot(event) {
    const box = this.svg.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  }

  down(event) {
    if (event.button) return;
    this.pointers.set(event.pointerId, this.spot(event));
    this.moved = false;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.spot(event);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (!this.moved && Math.hypot(dx, dy) < 5) return;
    if (!this.moved) this.svg.setPointerCapture(event.pointerId);
    this.moved = true;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.zoom(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    }
    this.whole = false;
    const share = other ? 0.5 : 1;
    this.look.x -= (dx * share) / this.look.scale;
    this.look.y -= (dy * share) / this.look.scale;
    this.pointers.set(event.pointerId, now);
    this.show();
  }

  // The wheel scrolls the page unless the drawing has the focus or Ctrl is held (a touchpad pinch sends Ctrl).
  wheel(event) {
    if (!event.ctrlKey && !this.root.contains(document.activeElement)) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), this.spot(event));
  }
}
