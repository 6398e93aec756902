import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Pixels from an element's top to the bottom of the window, less what stands below it: how tall a table may be so that
 * the page does not scroll. Measured again when the window or anything above it changes size.
 */
export function useFillHeight(ref: RefObject<HTMLElement | null>, below: number): number {
  const [height, setHeight] = useState(least);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () =>
      setHeight(Math.max(least, Math.floor(innerHeight - element.getBoundingClientRect().top - below)));
    measure();
    const watch = new ResizeObserver(measure);
    for (const above of standingAbove(element)) watch.observe(above);
    addEventListener('resize', measure);
    return () => {
      watch.disconnect();
      removeEventListener('resize', measure);
    };
  }, [ref, below]);
  return height;
}

/** Everything on the page that could push an element down. */
function* standingAbove(element: Element): Generator<Element> {
  for (let at: Element | null = element; at && !at.matches('.desk-page'); at = at.parentElement) {
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) yield before;
  }
}

/** Six rows and a header: less is no table. */
const least = 260;
