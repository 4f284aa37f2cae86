// Makes wide scrollable elements focusable if nothing in them is, so that arrow keys scroll them.

const WIDE = ".table-scroll, .prose table, .prose pre";
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

function updateTabIndex(element) {
  const needs = element.scrollWidth > element.clientWidth + 1 && !element.querySelector(FOCUSABLE);
  if (needs) element.tabIndex = 0;
  else element.removeAttribute("tabindex");
}

const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => updateTabIndex(target)));

function observeAll(root) {
  for (const element of root.querySelectorAll(WIDE)) sizes.observe(element);
}

observeAll(document);
document.addEventListener("htmx:load", (event) => observeAll(event.target));
