// Where every match of a bracket stands. Pure: the data of /api/v1/events/<id>/bracket/ in, boxes and lines out.

export const BOX = { width: 190, height: 46 };
const COLUMN = 236;
const ROW = 60;
const GAP = 70; // between the winners and the losers side

const KEY = /^([WLFT])(\d*)(?:\.(\d+))?$/;

/** The matches as objects, without those that nobody plays. */
function read(data) {
  return data.matches.map(([key, round, one, other, from, otherFrom, points, otherPoints, winner, state, match]) => {
    const [, part, number, place] = KEY.exec(key);
    return {
      key, part, round: data.rounds[round][1], number: Number(number || 1), place: Number(place || 1) - 1,
      sides: [one, other], from: [from, otherFrom], points: [points, otherPoints], winner, state, match,
    };
  }).filter((one) => one.state !== "bye");
}

function column(one, double, last) {
  if (one.part === "W") return double ? Math.max(0, 2 * one.number - 3) : one.number - 1;
  if (one.part === "L") return one.number;
  if (one.part === "T") return last;
  return last + one.number;
}

/** { boxes, byKey, width, height, titles }: a box has x and y of its upper left corner, and `next`, where its winner goes. */
export function layout(data) {
  const boxes = read(data);
  const double = data.matches.some(([key]) => key[0] === "F");
  const rounds = Math.max(...data.matches.map(([key]) => (key[0] === "W" ? Number(key.slice(1).split(".")[0]) : 0)));
  const high = 2 ** (rounds - 1) * ROW;
  const last = double ? Math.max(1, 2 * rounds - 2) : rounds - 1;
  for (const one of boxes) {
    one.x = column(one, double, last) * COLUMN;
    one.y = middle(one, high) - BOX.height / 2;
  }
  const top = Math.min(...boxes.map((one) => one.y));
  for (const one of boxes) one.y -= top - 34;
  const byKey = new Map(boxes.map((one) => [one.key, one]));
  for (const one of boxes) for (const from of one.from) if (byKey.has(from)) byKey.get(from).next ??= one;
  const width = Math.max(...boxes.map((one) => one.x)) + BOX.width;
  const height = Math.max(...boxes.map((one) => one.y)) + BOX.height;
  return { boxes, byKey, width, height, titles: titles(boxes) };
}

function middle(one, high) {
  if (one.part === "W") return (one.place + 0.5) * 2 ** (one.number - 1) * ROW;
  if (one.part === "L") return high + GAP + (one.place + 0.5) * 2 ** (Math.ceil(one.number / 2) - 1) * ROW;
  if (one.part === "T") return high / 2 + 2 * ROW;
  return high / 2;
}

/** The name of every round above its first match. */
function titles(boxes) {
  const first = new Map();
  for (const one of boxes) {
    const at = `${one.part}${one.number}`;
    if (!first.has(at) || first.get(at).y > one.y) first.set(at, one);
  }
  return [...first.values()].map((one) => ({ x: one.x, y: one.y - 10, text: one.round }));
}

/** The line from a match to the side of the one that its winner comes to. */
export function line(from, to) {
  const x = from.x + BOX.width;
  const y = from.y + BOX.height / 2;
  const side = to.from.indexOf(from.key);
  const into = to.y + BOX.height * (side ? 0.75 : 0.25);
  const bend = to.x - 18;
  return `M${x} ${y}H${bend}V${into}H${to.x}`;
}
