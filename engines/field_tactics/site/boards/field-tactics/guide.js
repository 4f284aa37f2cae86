// The piece guide: every piece, its moves, and the battle table.

import { mark, translate } from "../../../site/words.js";
import { make } from "../../elements.js";
import { CODES, drawPiece, movesOf, nameOf, noteOf, PIECES } from "./pieces.js";

// Row against column in the order of the keys, no matter which attacks (ruling FT-5): o row wins, x column wins,
// = both are destroyed, - impossible.
const BATTLES = {
  G3: "=oooooooooooox=",
  G2: "x=oooooooooooo=",
  G1: "xx=ooooooooooo=",
  F3: "xxx=oooooxxooo=",
  F2: "xxxx=ooooxxooo=",
  F1: "xxxxx=oooxxooo=",
  C3: "xxxxxx=ooxxooo=",
  C2: "xxxxxxx=oxxooo=",
  C1: "xxxxxxxx=xxooo=",
  PL: "xxxoooooo=ooooo",
  TK: "xxxoooooox=oxo=",
  CV: "xxxxxxxxxxx=oo=",
  EN: "xxxxxxxxxxox=oo",
  SP: "oxxxxxxxxxxxx==",
  MN: "=========x==x=-",
};
const ORDER = Object.keys(BATTLES);
const RESULTS = {
  o: ["win", "●", mark("wins")],
  x: ["loss", "×", mark("loses")],
  "=": ["both", "=", mark("both are destroyed")],
  "-": ["never", "", mark("cannot happen")],
};

/** Return the result of a battle for the first piece: o it wins, x it loses, = both are destroyed, - impossible. */
export function battleResult(row, column, options) {
  const pair = row + column;
  if (options?.tank_beats_engineer && pair === "TKEN") return "o";
  if (options?.tank_beats_engineer && pair === "ENTK") return "x";
  return BATTLES[row][ORDER.indexOf(column)];
}

function pieceRow(code, seat) {
  const { count, leader } = PIECES[code];
  const name = make("strong", "", nameOf(code));
  const many = make("span", "muted", ` ${code} × ${count}`);
  const head = make("div", "row", name, many, ...(leader ? [make("span", "badge badge-good", translate("leader"))] : []));
  const words = make("p", "small", `${movesOf(code)} ${noteOf(code)}`);
  return make("li", "ft-guide-piece", drawPiece(seat, code), make("div", "", head, words));
}

function headCell(code, scope) {
  const cell = make("th", "", code);
  cell.scope = scope;
  cell.title = nameOf(code);
  return cell;
}

function tableRow(row, options) {
  const cells = ORDER.map((column) => {
    const [kind, sign, word] = RESULTS[battleResult(row, column, options)];
    const cell = make("td", `ft-vs-${kind}`, sign);
    cell.title = translate("{one} against {other}: {result}", { one: nameOf(row), other: nameOf(column), result: translate(word) });
    cell.setAttribute("aria-label", translate(word));
    return cell;
  });
  return make("tr", "", headCell(row, "row"), ...cells);
}

function battleTable(options) {
  const corner = make("td", "", "");
  const head = make("thead", "", make("tr", "", corner, ...ORDER.map((code) => headCell(code, "col"))));
  const body = make("tbody", "", ...ORDER.map((code) => tableRow(code, options)));
  return make("div", "table-scroll", make("table", "ft-versus", head, body));
}

const GOALS = [
  mark("Move one of your six leaders (generals, colonel, lieutenant colonel, major) onto the enemy base to win at " +
    "once."),
  mark("Or destroy every enemy piece that can move."),
  mark("Cross the river on the bridges B4-B5 and E4-E5. Planes can fly over it anywhere."),
  mark("Move onto an enemy piece to battle it. Destroyed pieces are shown to everyone, survivors stay hidden."),
];

/** Return the goal in one sentence. */
export const goal = () => translate(GOALS[0]);

/** Return the content of the guide dialog: goals, pieces in the seat's shape, and the battle table for these options. */
export function guide(seat, options) {
  const legend = make("p", "small muted", translate("Row against column: ● the row wins, × the row loses, = both are destroyed."));
  return [
    make("ul", "", ...GOALS.map((text) => make("li", "", translate(text)))),
    make("h3", "", translate("Pieces")),
    make("ul", "ft-guide", ...CODES.map((code) => pieceRow(code, seat))),
    make("h3", "", translate("Battle table")),
    legend,
    battleTable(options),
  ];
}
