// Runs before the first paint: applies the reader's own choice of colours, if there is one.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the device's colours are used then.
  }
})();
