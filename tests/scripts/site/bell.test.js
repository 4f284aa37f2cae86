// The list that the bell opens.

import { equal, ok, test, until } from "/tests/testing.js";
import { openPage } from "/tests/pages.js";

const HEAD = `
  <a class="bell-link" href="/notifications/">Bell <span class="bell"></span></a>
  <div id="bell-menu" popover tabindex="-1"><button>Mark all as read</button></div>
  <input name="elsewhere">`;

async function openHead() {
  const page = openPage(HEAD);
  const { document } = page;
  const [link, menu] = [document.querySelector(".bell-link"), document.getElementById("bell-menu")];
  const state = { asked: 0 };
  menu.addEventListener("refresh", () => state.asked++);
  await page.load("/static/site/bell.js");
  return { ...page, link, menu, state, isOpen: () => menu.matches(":popover-open") };
}

test("The bell opens its list with one request, and the focus goes there", async () => {
  const { document, link, menu, state, isOpen } = await openHead();
  link.click();
  ok(isOpen());
  equal(state.asked, 1);
  equal(document.activeElement === menu, true);
  await until(() => link.getAttribute("aria-expanded") === "true");
});

test("Once closed, the focus is back on the bell", async () => {
  const { document, link, menu, isOpen } = await openHead();
  link.click();
  menu.hidePopover();
  equal([isOpen(), document.activeElement === link], [false, true]);
  await until(() => link.getAttribute("aria-expanded") === "false");
});

test("Pressing the bell again closes the list; leaving the list with the keyboard closes it, too", async () => {
  const { win, document, link, menu, isOpen } = await openHead();
  link.click();
  link.dispatchEvent(new win.PointerEvent("pointerdown"));
  menu.hidePopover(); // what the browser does with a press outside
  link.click();
  equal(isOpen(), false);
  link.click();
  document.querySelector("input").focus();
  equal(isOpen(), false);
});

test("A change is asked for while the list is open only", async () => {
  const { win, link, menu, state } = await openHead();
  const change = () => link.querySelector(".bell").dispatchEvent(new win.CustomEvent("changed"));
  change();
  equal(state.asked, 0);
  link.click();
  change();
  equal(state.asked, 2);
  menu.hidePopover();
  change();
  equal(state.asked, 2);
});

test("Opened in a new tab, the bell is the link that it is without scripts", async () => {
  const { win, link, isOpen } = await openHead();
  let prevented;
  win.document.addEventListener("click", (event) => {
    prevented = event.defaultPrevented;
    event.preventDefault();
  });
  link.dispatchEvent(new win.MouseEvent("click", { ctrlKey: true, bubbles: true, cancelable: true }));
  equal([prevented, isOpen()], [false, false]);
});
