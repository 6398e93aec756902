/** Where something on a page was scrolled to: the content area itself under '', a table in it under its class. */
interface Place {
  readonly part: string;
  readonly top: number;
}

/** Where each page was left; outlives a page that is put to sleep, not a load of the browser tab. */
const left = new Map<string, readonly Place[]>();

/** Has a page been in view since the load? */
let begun = false;

/** Patience with a page whose rows are still on their way. Milliseconds. */
const patience = 5000;

/**
 * Takes a page that has come into view to where it was left, a new one to its top, and notes from then on where it is.
 * The answer stops that. A page that was asleep is drawn anew: each part goes back once it is tall enough again, unless a
 * person has begun to move about by then.
 */
export function beginScroll(page: string): () => void {
  const content = document.getElementById('content');
  if (!content) return () => {};
  const places = new Map((left.get(page) ?? []).map((place) => [place.part, place.top]));
  // Of a page that has just been loaded this would cost a layout, to say what is so.
  if (begun) content.scrollTop = places.get('') ?? 0;
  begun = true;
  const stopWaiting = goBack(content, places);
  const note = ({ target }: Event) => {
    if (target instanceof Element) places.set(target === content ? '' : (target.classList[0] ?? ''), target.scrollTop);
  };
  // Scrolling does not bubble.
  content.addEventListener('scroll', note, { passive: true, capture: true });
  return () => {
    stopWaiting();
    content.removeEventListener('scroll', note, { capture: true });
    left.set(
      page,
      Array.from(places, ([part, top]) => ({ part, top })),
    );
  };
}

/** Forgets where the pages were left but for those still open. */
export function keepScrollOf(open: readonly string[]): void {
  for (const page of left.keys()) if (!open.includes(page)) left.delete(page);
}

function goBack(content: HTMLElement, places: ReadonlyMap<string, number>): () => void {
  const waiting = new Map([...places].filter(([, top]) => top > 0));
  const tryAll = () => {
    for (const [part, top] of waiting) {
      const element = part === '' ? content : inView(content, part);
      if (!element) continue;
      if (Math.abs(element.scrollTop - top) > 1) element.scrollTop = top;
      if (Math.abs(element.scrollTop - top) <= 1) waiting.delete(part);
    }
    if (waiting.size === 0) stop();
  };
  const watch = new MutationObserver(tryAll);
  const timer = setTimeout(() => stop(), patience);
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const sign of signs) content.removeEventListener(sign, stop);
  };
  for (const sign of signs) content.addEventListener(sign, stop, { passive: true });
  watch.observe(content, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
  tryAll();
  return stop;
}

/** Signs of a person who moves about. */
const signs = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Pages out of view stand in the content area too, without a box. */
function inView(content: HTMLElement, part: string): Element | undefined {
  return Array.from(content.getElementsByClassName(part)).find((one) => one.getClientRects().length > 0);
}
