/** A text that belongs to this tab and goes with it (session storage); null when there is none or storage is shut. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // Storage shut by a browser setting: the tab simply remembers nothing.
    return null;
  }
}

/** Keeps a text for this tab; null forgets it. False when the browser would not. */
export function keepInTab(key: string, text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
