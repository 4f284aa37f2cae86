// Opens the source of a figure beside the standings; without this script the link leads to a page.

const dialog = document.getElementById("figure-dialog");

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "figure" && !dialog.open) dialog.showModal();
});

dialog?.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
