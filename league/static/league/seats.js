// In a form of seats, the box for a player's name shows only where a player is to be named.

for (const row of document.querySelectorAll(".seat-row")) {
  const select = row.querySelector("select");
  const name = row.querySelector("input").closest(".field");
  const update = () => (name.hidden = select.value !== "player");
  select.addEventListener("change", update);
  update();
}
