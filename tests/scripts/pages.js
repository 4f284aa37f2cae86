// A page within the page, for modules that keep something for as long as their page lives, or read it when they load.

import { cleanup, watch } from "./testing.js";

/** Open an empty page with this content. `load(address)` imports a module into it; it is gone after the case. */
export function openPage(html = "", { lang = "en" } = {}) {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const win = frame.contentWindow;
  win.document.documentElement.lang = lang;
  win.document.body.innerHTML = html;
  watch(win);
  cleanup(() => frame.remove());
  return { win, document: win.document, load: (url) => win.eval(`import(${JSON.stringify(url)})`) };
}
