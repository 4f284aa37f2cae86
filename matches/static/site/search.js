// The key "/" opens the search. Users of speech input can switch it off on the search page. Names of players are
// completed where they are typed.

const SWITCH = "search-key";

function isOn() {
  try {
    return localStorage.getItem(SWITCH) !== "off";
  } catch {
    return true; // storage may be forbidden
  }
}

function saveSwitch(on) {
  try {
    if (on) localStorage.removeItem(SWITCH);
    else localStorage.setItem(SWITCH, "off");
  } catch {
    // Without storage the switch has no effect.
  }
}

function isTextField(target) {
  return target.isContentEditable || target.closest?.("input, textarea, select, dialog");
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTextField(event.target) || !isOn()) return;
  event.preventDefault();
  const box = [...document.querySelectorAll("[data-search]")].find((box) => box.checkVisibility());
  if (box) {
    box.focus();
    box.select();
  } else document.querySelector(".search-link")?.click();
});

for (const box of document.querySelectorAll("[data-search-key]")) {
  box.checked = isOn();
  box.closest("[hidden]").hidden = false;
  box.addEventListener("change", () => saveSwitch(box.checked));
}

document.addEventListener("focusin", async ({ target }) => {
  if (!target.matches?.("input[data-players]")) return;
  const { completeNames } = await import("./player-names.js");
  completeNames(target);
});
