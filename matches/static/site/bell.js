// The bell in the header opens the newest notifications, where browsers can; otherwise it is the link to all of them.

const link = document.querySelector(".bell-link");
const menu = document.getElementById("bell-menu");

const isOpen = () => menu.matches(":popover-open");
const refresh = () => menu.dispatchEvent(new CustomEvent("refresh"));

function open() {
  const { bottom, right } = link.getBoundingClientRect();
  menu.style.setProperty("--bell-bottom", `${Math.max(0, bottom)}px`);
  menu.style.setProperty("--bell-right", `${document.documentElement.clientWidth - right}px`);
  link.focus(); // Escape gives the focus back to it
  menu.showPopover();
  menu.focus();
  refresh();
}

function start() {
  let wasOpen = false; // before the click, whose press closes the popover
  link.setAttribute("aria-haspopup", "dialog");
  link.setAttribute("aria-expanded", "false");
  link.addEventListener("pointerdown", () => {
    wasOpen = isOpen();
  });
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!wasOpen) open();
    wasOpen = false;
  });
  link.querySelector(".bell").addEventListener("changed", () => isOpen() && refresh());
  menu.addEventListener("toggle", ({ newState }) => link.setAttribute("aria-expanded", String(newState === "open")));
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget)) menu.hidePopover();
  });
  menu.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status === 200 && new URL(xhr.responseURL).pathname === link.pathname) return;
    event.preventDefault(); // such as the page to sign in
    location.assign(link.href);
  });
  menu.addEventListener("htmx:afterSwap", () => {
    if (isOpen() && !menu.contains(document.activeElement)) menu.focus();
  });
}

if (link && menu.showPopover) start();
