// Loads a game's stylesheet where its board or thumbnail is drawn. Match pages link it in the head, so it is
// applied before modules run.

const loading = new Map([...document.querySelectorAll('link[rel="stylesheet"]')].map(({ href }) => [href, Promise.resolve()]));

function loadStyle(name) {
  const url = new URL(`../site/boards/${name}.css`, import.meta.url).href;
  if (!loading.has(url)) {
    loading.set(url, new Promise((resolve) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = url;
      link.addEventListener("load", resolve);
      link.addEventListener("error", resolve);
      document.head.append(link);
    }));
  }
  return loading.get(url);
}

/** Load stylesheets by name, each once; resolves when they are applied or have failed to load: a board without styles is better than none. */
export const loadStyles = (...names) => Promise.all(names.map(loadStyle));
