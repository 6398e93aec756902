/** Resolves when what has been drawn is painted: the second frame begins after the first one. A page that nobody sees paints none. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve, 0);
    else requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
