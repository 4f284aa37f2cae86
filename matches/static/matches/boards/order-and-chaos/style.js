// The board's own style sheets, loaded only where this board is drawn.

const SHEETS = ["order-and-chaos.css", "order-and-chaos-panels.css"];

function load(name) {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../../../site/boards/${name}`, import.meta.url).href;
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}

/** Resolves when the sheets are there; also if they cannot be had, as a plain board is better than none. */
export const styled = Promise.all(SHEETS.map(load));
