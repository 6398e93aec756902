/** Opens the printer's dialog over the page as it is drawn now; comes back when a person has closed it. */
export function printPage(): void {
  window.print();
}

/** Puts a style sheet over the page; the answer takes it off. For what holds while one screen is in view, such as `@page`. */
export function wearStyle(css: string): () => void {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  return () => style.remove();
}
