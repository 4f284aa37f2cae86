// Tabs for mouse, touch and arrow keys.

export function startTabs(list) {
  const tabs = [...list.querySelectorAll("[role='tab']")];

  function choose(tab, focus) {
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      if (chosen) delete other.dataset.unread;
      document.getElementById(other.getAttribute("aria-controls")).classList.toggle("room-shown", chosen);
    }
    if (focus) tab.focus();
  }

  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role='tab']");
    if (tab) choose(tab, false);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.indexOf(document.activeElement);
    choose(tabs[(at + step + tabs.length) % tabs.length], true);
  });
}
