import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Pixels from an element's top to the bottom of the window, less what stands below it: how tall a table may be so that
 * the page does not scroll. Measured again when the window or anything above it changes size. The element has them as
 * `--fill-height`, which draws nothing anew; `counted` asks for the number, which does.
 */
export function useFillHeight(
  ref: RefObject<HTMLElement | null>,
  { below, counted }: { below: number; counted: boolean },
): number {
  const [height, setHeight] = useState(least);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      const pixels = Math.max(least, Math.floor(innerHeight - element.getBoundingClientRect().top - below));
      element.style.setProperty('--fill-height', `${pixels}px`);
      if (counted) setHeight(pixels);
    };
    measure();
    const watch = new ResizeObserver(measure);
    for (const above of standingAbove(element)) watch.observe(above);
    addEventListener('resize', measure);
    return () => {
      watch.disconnect();
      removeEventListener('resize', measure);
    };
  }, [ref, below, counted]);
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
