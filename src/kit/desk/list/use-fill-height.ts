import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How tall the body of a table may be so that its page does not scroll: from its top to the bottom of the window, less all that stands below it on
 * the page, measured, and its own `head`. Measured again when the window or anything on the page changes size, comes or goes. The element has
 * the pixels as `--fill-height`, which draws nothing anew; `counted` asks for the number, which does.
 */
export function useFillHeight(
  ref: RefObject<HTMLElement | null>,
  { fills, head, counted }: { fills: boolean; head: number; counted: boolean },
): number {
  const [height, setHeight] = useState(least);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !fills) return undefined;
    const page = element.closest<HTMLElement>('.desk-page');
    let last = Number.NaN;
    const measure = () => {
      // A page out of view has no places to measure.
      if (page && page.offsetParent === null && getComputedStyle(page).position !== 'fixed') return;
      const { top, bottom } = element.getBoundingClientRect();
      const below = page ? roomBelow(page, bottom) : usualRoom;
      const pixels = Math.max(least, Math.floor(innerHeight - top - below - head));
      if (pixels === last) return;
      last = pixels;
      element.style.setProperty('--fill-height', `${pixels}px`);
      if (counted) setHeight(pixels);
    };
    const watch = new ResizeObserver(measure);
    if (page) watch.observe(page);
    const watchAll = () => {
      for (const beside of standingBeside(element)) watch.observe(beside);
      measure();
    };
    watchAll();
    // Sums and pages stand under the rows as soon as there are some.
    const come = new MutationObserver(watchAll);
    for (let at = element.parentElement; at; at = at === page ? null : at.parentElement)
      come.observe(at, { childList: true });
    addEventListener('resize', measure);
    return () => {
      watch.disconnect();
      come.disconnect();
      removeEventListener('resize', measure);
    };
  }, [ref, fills, head, counted]);
  return height;
}

/** Pixels from here to the end of what the page shows, its own edge included. */
function roomBelow(page: HTMLElement, from: number): number {
  const edge = Number.parseFloat(getComputedStyle(page).paddingBlockEnd) || 0;
  const ends = Array.from(page.children, (child) => child.getBoundingClientRect().bottom);
  return Math.max(0, ...ends.map((end) => end - from)) + edge;
}

/** Everything on the page that could push an element, or be pushed by it. */
function* standingBeside(element: Element): Generator<Element> {
  for (let at: Element | null = element; at && !at.matches('.desk-page'); at = at.parentElement) {
    for (const beside of at.parentElement?.children ?? []) if (beside !== at) yield beside;
  }
}

/** Four rows: less is no table. */
const least = 150;
/** Below a table that stands on no page. */
const usualRoom = 64;
