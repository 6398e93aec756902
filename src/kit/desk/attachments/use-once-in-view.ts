import { type RefObject, useEffect, useRef, useState } from 'react';

/** Has this place been near the visible part of the page? Once true it stays so. */
export function useOnceInView(): { place: RefObject<HTMLSpanElement | null>; seen: boolean } {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !place.current || typeof IntersectionObserver === 'undefined') return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [seen]);
  return { place, seen };
}
