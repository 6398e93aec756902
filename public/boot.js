// Runs before the first paint: which shade (the person's choice, else the system's) and which frame's outline to draw.
// A file of its own because the content policy allows no inline script.
(() => {
  const root = document.documentElement;
  let choice = 'auto';
  try {
    choice = JSON.parse(localStorage.getItem('device:theme')).value;
  } catch {
    // Never chosen, or storage is shut: the system decides.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.shade = dark ? 'dark' : 'light';
  const path = location.hash.startsWith('#/') ? location.hash.slice(1) : location.pathname;
  root.dataset.frame = path.startsWith('/login/') ? 'bare' : /^\/hand(\/|$)/.test(path) ? 'hand' : 'office';
  try {
    if (sessionStorage.getItem('menu-closed') === '1') root.dataset.menu = 'closed';
  } catch {
    // Storage is shut: the menu is open.
  }
})();
