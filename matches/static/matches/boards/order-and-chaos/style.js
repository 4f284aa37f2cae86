// The board's own style sheet, loaded only where this board is drawn.

const address = new URL("../../../site/boards/order-and-chaos.css", import.meta.url).href;

/** Resolves when the sheet is there; also if it cannot be had, as a plain board is better than none. */
export const styled = new Promise((resolve) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  link.addEventListener("load", resolve);
  link.addEventListener("error", resolve);
  document.head.append(link);
});
