import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** The slice of lines that is drawn. */
export interface Window {
  readonly from: number;
  readonly to: number;
  /** Brings a line into view. */
  reveal(index: number): void;
}

/** Pixels of a line; the tree's style sheet holds the same as `--tree-row`. */
export const rowHeight = 32;

/** Draws of so many lines only those in sight and a few around them, so that 2,000 cost no more than 40. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number): Window {
  const [seen, setSeen] = useState({ top: 0, height: 640 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight });
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
  const reveal = useCallback(
    (index: number) => {
      const element = box.current;
      if (!element || index < 0) return;
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTo({ top });
      else if (top + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTo({ top: top + rowHeight - element.clientHeight });
    },
    [box],
  );
  const first = Math.max(0, Math.min(Math.floor(seen.top / rowHeight), count - 1) - spare);
  return { from: first, to: Math.min(count, Math.ceil((seen.top + seen.height) / rowHeight) + spare), reveal };
}

/** Lines drawn beyond either edge, so that a quick scroll finds them there. */
const spare = 8;
