// The board of each game, loaded when it is needed, after its words.

import { loadMessages } from "../site/words.js";

export const BOARDS = {
  "field-tactics": () => loadMessages("field-tactics").then(() => import("./boards/field-tactics.js")),
  "zero-day": () => loadMessages("zero-day").then(() => import("./boards/zero-day.js")),
  "order-and-chaos": () => loadMessages("order-and-chaos").then(() => import("./boards/order-and-chaos.js")),
  "zero-order": () => loadMessages("zero-order").then(() => import("./boards/zero-order.js")),
  "incursion-point-zero": () => loadMessages("incursion-point-zero").then(() => import("./boards/incursion-point-zero.js")),
};
