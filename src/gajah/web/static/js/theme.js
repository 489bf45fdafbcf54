// A plain script in the head: light or dark must be known before the first paint.
(() => {
  /** @type {{theme?: string, board?: string}} */
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem("gajah.settings") ?? "{}");
  } catch {
    // Private windows may forbid storage; the defaults are good.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const root = document.documentElement;
  root.dataset.theme = saved.theme === "light" || saved.theme === "dark" ? saved.theme : dark ? "dark" : "light";
  root.dataset.board = saved.board ?? "stone";
})();
