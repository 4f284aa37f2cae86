// Keeps details elements open or closed when a fragment of the page is replaced.

const chosen = new Map();

document.addEventListener("toggle", (event) => {
  if (event.target.id && event.target.isConnected) chosen.set(event.target.id, event.target.open);
}, true);

document.addEventListener("htmx:afterSwap", (event) => {
  for (const details of event.target.querySelectorAll("details[id]")) {
    if (chosen.has(details.id)) details.open = chosen.get(details.id);
  }
});
