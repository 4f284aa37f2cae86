// The drawings, in a field of 48 by 48. Fills use the page's custom properties: --token, --token-edge, --mark.
// Red is a square, Blue a disc; backs have stripes (Red) or rings (Blue), so that sides differ by more than colour.

const FILL = 'fill="var(--mark)"';
const LINE = 'fill="none" stroke="var(--mark)" stroke-linecap="round" stroke-linejoin="round"';
const HOLE = 'fill="var(--token)"';

const star = (x, y, r) => {
  const point = (i) => {
    const radius = i % 2 ? r * 0.42 : r;
    const angle = (Math.PI * i) / 5 - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `<polygon ${FILL} points="${Array.from({ length: 10 }, (_, i) => point(i)).join(" ")}"/>`;
};
const diamond = (x, y) => `<path ${FILL} d="M${x} ${y - 7.5}l5 7.5-5 7.5-5-7.5z"/>`;
const chevron = (y) => `<path ${LINE} stroke-width="3.2" d="M14 ${y + 3.5}l10-7 10 7"/>`;
const label = (code) =>
  `<text x="24" y="42" text-anchor="middle" font-size="11.5" font-weight="700" letter-spacing=".4" ${FILL}>${code}</text>`;

const spikes = [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<path d="M24 9v5" transform="rotate(${turn} 24 20)"/>`);

const ICONS = {
  G3: star(24, 12.5, 6.8) + star(14.8, 23.5, 6.8) + star(33.2, 23.5, 6.8),
  G2: star(15.5, 19, 8) + star(32.5, 19, 8),
  G1: star(24, 19, 11),
  F3: diamond(12.5, 19) + diamond(24, 19) + diamond(35.5, 19),
  F2: diamond(17.5, 19) + diamond(30.5, 19),
  F1: diamond(24, 19),
  C3: chevron(11) + chevron(18.5) + chevron(26),
  C2: chevron(14.5) + chevron(22.5),
  C1: chevron(19),
  PL: `<path ${FILL} d="M24 5c1.7 0 2.5 2 2.5 4.8v4.4l11 6.8v3.2l-11-3.2v5.8l3.7 2.7v2.2L24 30.2l-6.2 1.5v-2.2l3.7-2.7V21l-11 3.2V21l11-6.8V9.8C21.5 7 22.3 5 24 5z"/>`,
  TK: `<rect ${FILL} x="9" y="21.5" width="30" height="9.5" rx="4.7"/><path ${FILL} d="M16 20l2-7.5h9.5L30 20z"/><rect ${FILL} x="27" y="13.5" width="14" height="3" rx="1.5"/>${[15, 21, 27, 33].map((x) => `<circle ${HOLE} cx="${x}" cy="26.3" r="2.2"/>`).join("")}`,
  CV: `<path ${FILL} d="M16 31c0-7 5-8.5 5-13l-5.5 3.6c-2 1.3-4-.6-3-2.6l5-8.5C18.8 8.2 21 7 24 7l1-3.5 3.5 4C34 9.5 36 14 36 20v11z"/><circle ${HOLE} cx="22" cy="13" r="1.5"/>`,
  EN: `<path ${LINE} stroke-width="5" d="M14.5 28.5l11-11"/><path ${FILL} d="M36.5 10.8l-4.8 4.8-3.8-1-1-3.8 4.8-4.8c-3.6-1.4-8.2.2-10 4.3-1.8 4.2.6 9.2 5 10.6 5.5 1.8 11.6-3.7 9.8-10.1z"/><circle ${HOLE} cx="14.8" cy="28.2" r="1.5"/>`,
  SP: `<path ${LINE} stroke-width="3" d="M9 19.5C13 12.5 18.5 10 24 10s11 2.5 15 9.5c-4 7-9.5 9.5-15 9.5S13 26.5 9 19.5z"/><circle ${FILL} cx="24" cy="19.5" r="5"/>`,
  MN: `<circle ${FILL} cx="24" cy="20" r="8"/><g ${LINE} stroke-width="3.4">${spikes.join("")}</g><circle ${HOLE} cx="21.3" cy="17.3" r="2"/>`,
  FL: `<path ${LINE} stroke-width="3" d="M14.5 6v25"/><path ${FILL} d="M15.5 7c5-2.5 8.5 2.5 13 1.5 2-.4 4-1.3 6-2.5v13c-2 1.3-4 2-6 2.4-4.5.8-8-3.9-13-1.4z"/>`,
};

const ORDINARY = Object.entries(ICONS).map(([code, icon]) => [code, icon + label(code)]);

const stripes = [13.5, 20.5, 27.5, 34.5].map((x) => `<path d="M${x - 6} 38L${x + 6} 10"/>`).join("");

export const SHAPES = [
  '<rect x="2.5" y="2.5" width="43" height="43" rx="7" fill="var(--token)" stroke="var(--token-edge)" stroke-width="2.5"/>',
  '<circle cx="24" cy="24" r="22" fill="var(--token)" stroke="var(--token-edge)" stroke-width="2.5"/>',
];

export const INSIGNIA = Object.fromEntries([
  ...ORDINARY,
  ["back-0", `<g fill="none" stroke="var(--mark)" stroke-opacity=".42" stroke-width="2.6" stroke-linecap="round">${stripes}</g>`],
  [
    "back-1",
    '<g fill="none" stroke="var(--mark)" stroke-opacity=".45" stroke-width="2.6"><circle cx="24" cy="24" r="14"/><circle cx="24" cy="24" r="6.5"/></g>',
  ],
]);
