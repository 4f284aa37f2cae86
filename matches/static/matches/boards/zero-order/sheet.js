// The style sheet of this board is loaded where the board or one of its small pictures is, and nowhere else.

const address = new URL("../../../site/boards/zero-order.css", import.meta.url).href;

function load() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const ready = new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve); // an unstyled board is better than none
  });
  document.head.append(link);
  return ready;
}

/** Settled as soon as the sheet applies. */
export const styled = [...document.styleSheets].some((sheet) => sheet.href === address) ? Promise.resolve() : load();
