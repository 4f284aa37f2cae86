// A game's own stylesheet, loaded where its board or thumbnail is drawn.

const loading = new Map();

/** Load a stylesheet once; resolves when it is in force, or could not be had. */
export function style(url) {
  const address = String(url);
  if (!loading.has(address)) {
    loading.set(address, new Promise((done) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = address;
      link.addEventListener("load", done);
      link.addEventListener("error", done);
      document.head.append(link);
    }));
  }
  return loading.get(address);
}
