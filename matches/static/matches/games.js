// The board of each game, loaded when it is needed.

export const BOARDS = {
  "field-tactics": () => import("./boards/field-tactics.js"),
  "zero-day": () => import("./boards/zero-day.js"),
  "order-and-chaos": () => import("./boards/order-and-chaos.js"),
  "zero-order": () => import("./boards/zero-order.js"),
  "incursion-point-zero": () => import("./boards/incursion-point-zero.js"),
};
