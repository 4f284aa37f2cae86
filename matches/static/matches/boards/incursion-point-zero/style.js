// The board's own style sheets, loaded only where the board or its small picture is shown.

const FILES = ["incursion-point-zero.css", "incursion-point-zero-panels.css"];
const HREFS = FILES.map((name) => new URL(`../../../site/boards/${name}`, import.meta.url).href);

function sheet(href) {
  const known = document.querySelector(`link[href="${href}"]`);
  if (known?.sheet) return null;
  const link = known ?? document.createElement("link");
  const loaded = new Promise((resolve) => {
    for (const end of ["load", "error"]) link.addEventListener(end, resolve, { once: true });
  });
  if (!known) {
    link.rel = "stylesheet";
    link.href = href;
    document.head.append(link);
  }
  return loaded;
}

/** Resolves when the style sheets are in, or cannot be had. */
export const styled = () => Promise.all(HREFS.map(sheet));
