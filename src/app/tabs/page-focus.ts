/** What last had the focus on each page since the load. */
const held = new Map<string, WeakRef<HTMLElement>>();

/** Has a page been in view since the load? The browser's own place counts for the first. */
let begun = false;

/** Patience with a page that is still on its way. Milliseconds. */
const patience = 5000;

/**
 * Gives the focus to a page that has come into view, where what had it went with the page before: to what had it there last, else to the
 * page's heading. It would stand on nothing, and the next key would begin at the head of the menu. The answer stops that, and the noting.
 */
export function beginFocus(page: string): () => void {
  const content = document.getElementById('content');
  if (!content) return () => {};
  const stopWaiting = begun ? waitFor(content, page) : () => {};
  begun = true;
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== content) held.set(page, new WeakRef(target));
  };
  content.addEventListener('focusin', note);
  return () => {
    stopWaiting();
    content.removeEventListener('focusin', note);
  };
}

/** Forgets what had the focus on pages that are closed. */
export function keepFocusOf(open: readonly string[]): void {
  for (const page of held.keys()) if (!open.includes(page)) held.delete(page);
}

function waitFor(content: HTMLElement, page: string): () => void {
  const give = () => {
    if (isHeld()) return stop();
    const last = held.get(page)?.deref();
    const to = last && content.contains(last) && isShown(last) ? last : headingOf(content);
    if (!to) return;
    stop();
    // Where the page is scrolled to is told elsewhere.
    to.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(give);
  // The page before is still there while this one is put in its place.
  const first = setTimeout(give);
  const last = setTimeout(() => stop(), patience);
  const stop = () => {
    watch.disconnect();
    clearTimeout(first);
    clearTimeout(last);
  };
  watch.observe(content, { childList: true, subtree: true });
  return stop;
}

/** A page that is out of view keeps what had the focus, without a box. */
function isHeld(): boolean {
  const { activeElement: active } = document;
  return active instanceof HTMLElement && active !== document.body && isShown(active);
}

function headingOf(content: HTMLElement): HTMLElement | undefined {
  return Array.from(content.querySelectorAll<HTMLElement>('h1[tabindex]')).find(isShown);
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
