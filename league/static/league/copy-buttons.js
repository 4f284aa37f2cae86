// The copy buttons of a page.

import { copyField, showCopyButtons } from "../site/copy.js";

document.addEventListener("click", (event) => copyField(event.target.closest("[data-copy]")));
showCopyButtons(document);
