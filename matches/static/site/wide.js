// Elements that are wider than the screen: where more is to be seen they fade out (parts.css), the current tab is in
// view, and arrow keys scroll those with nothing in them to focus.

const WIDE = ".table-scroll, .prose table, .prose pre, .tabs, .site-nav";
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

function updateTabIndex(element) {
  const isScrollable = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
  const needs = isScrollable && !element.querySelector(FOCUSABLE);
  if (needs) element.tabIndex = 0;
  else element.removeAttribute("tabindex");
}

function updateFade(element) {
  const hidden = element.scrollWidth - element.clientWidth - element.scrollLeft;
  const sides = [element.scrollLeft > 1 && "start", hidden > 1 && "end"].filter(Boolean).join(" ");
  if (sides) element.dataset.more = sides;
  else delete element.dataset.more;
}

/** Scroll a row of tabs, not the page, to its current one. */
function showCurrent(element) {
  const current = element.querySelector(':scope > [aria-current], :scope > [aria-selected="true"]');
  if (!current || element.scrollWidth <= element.clientWidth) return;
  const middle = current.offsetLeft - element.offsetLeft - (element.clientWidth - current.offsetWidth) / 2;
  element.scrollLeft = Math.max(0, middle);
}

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    updateTabIndex(target);
    updateFade(target);
  }
});

function observeAll(root) {
  for (const element of root.querySelectorAll(WIDE)) {
    showCurrent(element);
    element.addEventListener("scroll", () => updateFade(element), { passive: true });
    sizes.observe(element);
  }
}

observeAll(document);
document.addEventListener("htmx:load", (event) => observeAll(event.target));
