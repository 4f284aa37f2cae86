// Shows the fields of a custom time control only while that is chosen.

for (const details of document.querySelectorAll("[data-own-time]")) {
  const select = details.closest("form")?.elements.namedItem("preset");
  if (!select) continue;
  const update = () => {
    details.hidden = select.value !== "own";
    details.open = !details.hidden;
  };
  select.addEventListener("change", update);
  if (!details.open || select.value === "own") update(); // Open with another choice, it shows an error.
}
