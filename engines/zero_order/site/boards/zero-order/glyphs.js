// The drawings of the functions in a field of 48 by 48, based on the traits in the rulebook. Their colour is --mark.

const FILL = 'fill="var(--zo-mark)"';
const LINE = (width) => `fill="none" stroke="var(--zo-mark)" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`;

const diamond = (x, y, w, h, how = FILL) => `<path ${how} d="M${x} ${y - h}l${w} ${h}-${w} ${h}-${w}-${h}z"/>`;
const hexagon = (x, y, r, how = FILL) => {
  const points = [0, 60, 120, 180, 240, 300].map((a) => {
    const angle = (a * Math.PI) / 180;
    return `${(x + r * Math.cos(angle)).toFixed(1)},${(y + r * Math.sin(angle)).toFixed(1)}`;
  });
  return `<polygon ${how} points="${points.join(" ")}"/>`;
};
const triangle = (x, y, r) => `<path ${FILL} d="M${x} ${y - r}l${r * 0.95} ${r * 1.6}h-${r * 1.9}z"/>`;
const blades = [0, 60, 120, 180, 240, 300].map((turn) => `<path ${FILL} transform="rotate(${turn} 24 18)" d="M20 4.5h8.5l-2.5 5h-4z"/>`);

export const GLYPHS = {
  DE: `<path ${LINE(4)} d="M9 9l15 21 15-21"/>${diamond(24, 11, 6, 8)}`,
  PU: `<path ${FILL} d="M17 7h14l8 22H9z"/>`,
  TO: `<path ${LINE(4)} d="M9 30v-6a15 16 0 0 1 30 0v6"/><path ${FILL} d="M16 31a8 10 0 0 1 16 0z"/>`,
  TW: `${hexagon(24, 18, 5)}${blades.join("")}`,
  FR: `${triangle(24, 10, 6.5)}${triangle(15, 24, 6.5)}${triangle(33, 24, 6.5)}`,
  SW: `<path ${LINE(5)} d="M36 9c-4-4-21-5-21 3 0 9 19 4 19 13 0 7-17 7-22 2"/>`,
  SP: `${diamond(24, 18, 5.5, 8, LINE(3))}<path ${FILL} d="M4 18l10-8v16zM44 18l-10-8v16z"/>`,
  FI: `<path ${LINE(6)} d="M24 6v24"/>`,
  CO: `${diamond(11, 18, 6, 9)}${diamond(37, 18, 6, 9)}<path ${FILL} d="M24 15l5-8H19zM24 21l5 8H19z"/>`,
  MI: `${hexagon(24, 10, 7.5)}${hexagon(24, 26, 7.5)}`,
  IM: `<path ${FILL} d="M24 24L10 5h28z"/><path ${LINE(4)} d="M9 30h30"/>`,
  EX: `<path ${FILL} d="M24 4l14 19H10z"/><path ${LINE(4)} d="M9 30h30"/>`,
  GR: `${diamond(24, 10, 5.5, 6, LINE(2.8))}${diamond(14, 24, 5.5, 6, LINE(2.8))}${diamond(34, 24, 5.5, 6, LINE(2.8))}`,
  LO: `<path ${LINE(4)} d="M14 20v-6l10-8 10 8v6"/>${diamond(24, 22, 7, 9)}`,
  HI: `${hexagon(24, 18, 14, LINE(3))}${hexagon(24, 18, 7)}`,
  ST: `<path ${LINE(2)} d="M13 7h22"/><path ${LINE(3.2)} d="M11 14h26"/><path ${LINE(4.6)} d="M10 21.5h28"/><path ${LINE(6)} d="M10 30h28"/>`,
  GL: `<path ${FILL} d="M12 17l7-11h13l6 11zM8 20h26l-6 11H15z"/>`,
  ER: `<path ${LINE(6)} d="M10 30L38 7"/>`,
};

// White's units are hexagons, Grey's are discs, so that sides differ by more than colour.
export const SHAPES = [
  `<polygon points="46.5,24 35.2,43.5 12.8,43.5 1.5,24 12.8,4.5 35.2,4.5" transform="translate(24 24) scale(1.04) translate(-24 -24)" fill="var(--zo-body)" stroke="var(--zo-edge)" stroke-width="2.4" stroke-linejoin="round"/>`,
  `<circle cx="24" cy="24" r="22.5" fill="var(--zo-body)" stroke="var(--zo-edge)" stroke-width="2.4"/>`,
];
