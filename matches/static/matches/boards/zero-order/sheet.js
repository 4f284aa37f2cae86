// The style sheets of this board are loaded where the board or one of its small pictures is, and nowhere else.

const address = (name) => new URL(`../../../site/boards/${name}.css`, import.meta.url).href;

/** Load a style sheet, once; settled as soon as it applies. */
export function sheet(name) {
  const href = address(name);
  if ([...document.styleSheets].some((one) => one.href === href)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const ready = new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve); // an unstyled board is better than none
  });
  document.head.append(link);
  return ready;
}
