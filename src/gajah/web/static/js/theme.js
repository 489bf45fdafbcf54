// A plain script in the head: light or dark must be known before the first paint.
(() => {
  /** @type {{theme?: string, board?: string, darkBoard?: string}} */
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem("gajah.settings") ?? "{}");
  } catch {
    // Private windows may forbid storage; the defaults are good.
  }
  const isChosen = saved.theme === "light" || saved.theme === "dark";
  const dark = isChosen ? saved.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const root = document.documentElement;
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.board = dark ? (saved.darkBoard ?? "night") : (saved.board ?? "stone");
})();
