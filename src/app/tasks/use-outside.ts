import { type RefObject, useEffect } from 'react';

/** Calls `leave` when something outside of the box is pressed, while it listens. */
export function useOutside(box: RefObject<HTMLElement | null>, listening: boolean, leave: () => void): void {
  useEffect(() => {
    if (!listening) return undefined;
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) leave();
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, [box, listening, leave]);
}
