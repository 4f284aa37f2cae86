// The board of each game, loaded when it is needed, after its words.

import { part } from "../site/words.js";

export const BOARDS = {
  "field-tactics": () => part("field-tactics").then(() => import("./boards/field-tactics.js")),
  "zero-day": () => part("zero-day").then(() => import("./boards/zero-day.js")),
  "order-and-chaos": () => part("order-and-chaos").then(() => import("./boards/order-and-chaos.js")),
  "zero-order": () => part("zero-order").then(() => import("./boards/zero-order.js")),
  "incursion-point-zero": () => part("incursion-point-zero").then(() => import("./boards/incursion-point-zero.js")),
};
