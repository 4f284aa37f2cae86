// Positions of the tiles (ruling ZD-2): the Central, a ring of six, and tips in the notches of the ring. Pointed hexes.

export const SIZE = 50; // from a tile's centre to a corner
const STEP = Math.sqrt(3) * SIZE; // from centre to centre

const polar = (radius, degrees) => [
  radius * Math.cos((degrees * Math.PI) / 180),
  radius * Math.sin((degrees * Math.PI) / 180),
];

/** Return the centre of a place: R1 is at the upper right, then clockwise; tip Tn touches Rn and R(n+1). */
export function centre(place) {
  if (place === "C") return [0, 0];
  const n = Number(place[1]);
  return place[0] === "R" ? polar(STEP, 60 * n - 120) : polar(STEP * Math.sqrt(3), 60 * n - 90);
}

/** Return the corners of a tile around 0, 0 as SVG points. */
export function corners(size = SIZE) {
  return [0, 1, 2, 3, 4, 5].map((n) => polar(size, 60 * n - 90).map((x) => x.toFixed(2)).join(",")).join(" ");
}

/** Return the box around these places: [left, top, width, height]. */
export function box(places, margin = 3) {
  const at = places.map(centre);
  const wide = Math.max(...at.map(([x]) => Math.abs(x))) + STEP / 2 + margin;
  const high = Math.max(...at.map(([, y]) => Math.abs(y))) + SIZE + margin;
  return [-wide, -high, 2 * wide, 2 * high];
}

/** Return the place that an arrow key leads to, or null. `way` is [dx, dy]. */
export function neighbour(places, from, way) {
  const [x, y] = centre(from);
  let best = null;
  for (const place of places) {
    const [dx, dy] = [centre(place)[0] - x, centre(place)[1] - y];
    const along = dx * way[0] + dy * way[1];
    const across = Math.abs(dx * way[1] - dy * way[0]);
    if (place === from || along < 10) continue;
    const cost = along + 2 * across;
    if (!best || cost < best.cost) best = { place, cost };
  }
  return best?.place ?? null;
}
