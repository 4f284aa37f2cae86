// What is wider than its place, and has nothing in it that takes the focus, takes it itself: the arrow keys then scroll it.

const WIDE = ".table-scroll, .prose table, .prose pre";
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

function settle(one) {
  const needs = one.scrollWidth > one.clientWidth + 1 && !one.querySelector(FOCUSABLE);
  if (needs) one.tabIndex = 0;
  else one.removeAttribute("tabindex");
}

const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => settle(target)));

function look(root) {
  for (const one of root.querySelectorAll(WIDE)) sizes.observe(one);
}

look(document);
document.addEventListener("htmx:load", (event) => look(event.target));
