// Positions of the matches of a bracket. Pure: takes the data of /api/v1/events/<id>/bracket/, returns boxes and lines.

export const BOX = { width: 190, height: 46 };
const COLUMN = 236;
const ROW = 60;
const GAP = 70; // between the winners and the losers side

const KEY = /^([WLFT])(\d*)(?:\.(\d+))?$/;

/** Return the matches as objects, without byes. */
function read(data) {
  return data.matches.map(([key, round, first, second, from, otherFrom, points, otherPoints, winner, state, match, order, reported, forfeit]) => {
    const [, part, number, place] = KEY.exec(key);
    return {
      key, part, round: data.rounds[round][1], roundNumber: data.rounds[round][0], number: Number(number || 1), place: Number(place || 1) - 1,
      sides: [first, second], from: [from, otherFrom], points: [points, otherPoints], winner, state, match, order, reported, forfeit,
    };
  }).filter((box) => box.state !== "bye");
}

function column(box, double, last) {
  if (box.part === "W") return double ? Math.max(0, 2 * box.number - 3) : box.number - 1;
  if (box.part === "L") return box.number;
  if (box.part === "T") return last;
  return last + box.number;
}

/** Return { boxes, byKey, width, height, titles }. A box has x and y (upper left corner) and `next`, the winner's next match. */
export function layout(data) {
  const boxes = read(data);
  const double = data.matches.some(([key]) => key[0] === "F");
  const rounds = Math.max(...data.matches.map(([key]) => (key[0] === "W" ? Number(key.slice(1).split(".")[0]) : 0)));
  const high = 2 ** (rounds - 1) * ROW;
  const last = double ? Math.max(1, 2 * rounds - 2) : rounds - 1;
  for (const box of boxes) {
    box.x = column(box, double, last) * COLUMN;
    box.y = middle(box, high) - BOX.height / 2;
  }
  const top = Math.min(...boxes.map((box) => box.y));
  for (const box of boxes) box.y -= top - 34;
  const byKey = new Map(boxes.map((box) => [box.key, box]));
  for (const box of boxes) for (const from of box.from) if (byKey.has(from)) byKey.get(from).next ??= box;
  const width = Math.max(...boxes.map((box) => box.x)) + BOX.width;
  const height = Math.max(...boxes.map((box) => box.y)) + BOX.height;
  return { boxes, byKey, width, height, titles: titles(boxes) };
}

function middle(box, high) {
  if (box.part === "W") return (box.place + 0.5) * 2 ** (box.number - 1) * ROW;
  if (box.part === "L") return high + GAP + (box.place + 0.5) * 2 ** (Math.ceil(box.number / 2) - 1) * ROW;
  if (box.part === "T") return high / 2 + 2 * ROW;
  return high / 2;
}

/** Return the round names, each above the first match of its round. */
function titles(boxes) {
  const first = new Map();
  for (const box of boxes) {
    const at = `${box.part}${box.number}`;
    if (!first.has(at) || first.get(at).y > box.y) first.set(at, box);
  }
  return [...first.values()].map((box) => ({ x: box.x, y: box.y - 10, text: box.round }));
}

/** Return the SVG path from a match to its winner's side of the next match. */
export function line(from, to) {
  const x = from.x + BOX.width;
  const y = from.y + BOX.height / 2;
  const side = to.from.indexOf(from.key);
  const into = to.y + BOX.height * (side ? 0.75 : 0.25);
  const bend = to.x - 18;
  return `M${x} ${y}H${bend}V${into}H${to.x}`;
}
