// Positions on the screen, calculated from the board in the view. If turned, Chaos is at the bottom.

const PLACES = 4; // drawn places of a battle area
const WIDEST = 90; // maximum distance between two of them

const minus = ([ax, ay], [bx, by]) => [ax - bx, ay - by];
const along = ([x, y], [dx, dy], by) => [x + dx * by, y + dy * by];
const length = ([x, y]) => Math.hypot(x, y);
const unit = (vector) => vector.map((part) => part / (length(vector) || 1));
const mean = (points) => [0, 1].map((at) => points.reduce((sum, point) => sum + point[at], 0) / points.length);
const cross = ([ax, ay], [bx, by]) => ax * by - ay * bx;

/** Return a convex polygon with every edge moved inward by `by`. */
export function inset(shape, by) {
  const middle = mean(shape);
  const edges = shape.map((point, at) => {
    const next = shape[(at + 1) % shape.length];
    const [dx, dy] = unit(minus(next, point));
    const inward = cross([dx, dy], minus(middle, point)) > 0 ? [-dy, dx] : [dy, -dx];
    return { from: along(point, inward, by), direction: [dx, dy] };
  });
  return edges.map((edge, at) => {
    const before = edges[(at + edges.length - 1) % edges.length];
    const reach = cross(minus(edge.from, before.from), edge.direction) / cross(before.direction, edge.direction);
    return along(before.from, before.direction, reach);
  });
}

/** Return the incentre of a triangle. */
function incentre(shape) {
  const sides = shape.map((_, at) => length(minus(shape[(at + 1) % 3], shape[(at + 2) % 3])));
  const round = sides[0] + sides[1] + sides[2];
  return [0, 1].map((part) => shape.reduce((sum, point, at) => sum + sides[at] * point[part], 0) / round);
}

/** Return the direction in which a shape is longest. */
function axisOf(shape, centre) {
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of shape.map((point) => minus(point, centre))) {
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const axis = [Math.cos(angle), Math.sin(angle)];
  return axis[0] < -1e-6 ? axis.map((part) => -part) : axis;
}

/** Return the length of a line through `centre` within the shape. */
function reachOf(shape, centre, axis) {
  const hits = shape.flatMap((point, at) => {
    const edge = minus(shape[(at + 1) % shape.length], point);
    const across = cross(axis, edge);
    if (Math.abs(across) < 1e-6) return [];
    const onEdge = cross(minus(point, centre), axis) / across;
    return onEdge >= -1e-9 && onEdge <= 1 + 1e-9 ? [cross(minus(point, centre), edge) / across] : [];
  });
  return Math.max(...hits) - Math.min(...hits);
}

function triangle(shape) {
  const middle = incentre(shape);
  const far = [...shape].sort((a, b) => length(minus(b, middle)) - length(minus(a, middle)));
  // Of equally sharp corners, the left one on the screen gets the name.
  const [first, second] = Math.abs(length(minus(far[0], middle)) - length(minus(far[1], middle))) < 4 && far[0][0] > far[1][0] ? [far[1], far[0]] : far;
  const towards = (corner, by) => along(middle, unit(minus(corner, middle)), by);
  return { middle, slots: [middle], name: [towards(first, 58), towards(first, 74)], sign: towards(second, 74) };
}

function field(shape, centre, hub) {
  const axis = axisOf(shape, centre);
  const out = unit(minus(centre, hub));
  const step = Math.min(WIDEST, reachOf(shape, centre, axis) / (PLACES + 0.25));
  const slots = Array.from({ length: PLACES }, (_, at) => along(centre, axis, (at - (PLACES - 1) / 2) * step));
  const rim = along(centre, out, 55);
  return {
    middle: centre,
    slots,
    name: [rim, rim],
    flag: along(along(centre, out, 57), axis, -90),
    shut: [88, 132].map((by) => along(along(centre, out, 61), axis, by)),
    sign: along(centre, out, -61),
  };
}

export class Layout {
  /** `board` is view.board; `turned` shows it upside down with upright texts. */
  constructor(board, turned) {
    const [width, height] = board.size;
    const put = ([x, y]) => (turned ? [width - x, height - y] : [x, y]);
    this.size = board.size;
    this.hexagon = board.hexagon.map(put);
    this.hub = mean(this.hexagon);
    // Along the inner edge of the hexagon, around its corners.
    const corner = (point) => this.hexagon.some(([x, y]) => x === point[0] && y === point[1]);
    this.link = board.link.map(put).map((point) => (corner(point) ? along(point, unit(minus(this.hub, point)), 20) : point));
    this.areas = {};
    for (const [name, area] of Object.entries(board.areas)) {
      const shape = area.shape.map(put);
      const parts = area.kind === "battle" ? field(shape, put(area.centre), this.hub) : triangle(shape);
      this.areas[name] = { ...area, shape, ...parts };
    }
    this.graves = {};
    this.lands = {};
    for (const [key, [left, top, wide, high]] of Object.entries(board.graves)) {
      const box = turned ? [width - left - wide, height - top - high, wide, high] : [left, top, wide, high];
      this.graves[key] = box;
      this.lands[key] = [width - box[0] - wide, box[1], wide, high];
    }
  }

  /** Return the position of the n-th of `of` dead in a grave. */
  bed(key, n, of) {
    const [left, top, wide, high] = this.graves[key];
    const step = Math.min(50, (wide - 50) / Math.max(1, of - 1));
    return [left + 27 + n * step, top + high - 31];
  }

  /** Return the centre of a cell: an area, or the grave of a territory. */
  middle(cell) {
    if (this.areas[cell]) return this.areas[cell].middle;
    const [left, top, wide, high] = this.graves[cell];
    return [left + wide / 2, top + high / 2];
  }

  get cells() {
    return [...Object.keys(this.areas), ...Object.keys(this.graves)];
  }

  /** Return the next cell on the screen in a direction (dx to the right, dy downward), or null. */
  neighbour(cell, dx, dy) {
    const from = this.middle(cell);
    let best = null;
    for (const name of this.cells) {
      const way = minus(this.middle(name), from);
      const ahead = way[0] * dx + way[1] * dy;
      const aside = Math.abs(cross([dx, dy], way));
      const cost = ahead + 2 * aside;
      if (name !== cell && ahead > 20 && aside < 1.8 * ahead && (!best || cost < best.cost)) best = { name, cost };
    }
    return best?.name ?? null;
  }
}
