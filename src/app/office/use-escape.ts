import { useEffect } from 'react';

/** Calls `leave` for the Escape key while `open`, wherever the focus is. */
export function useEscape(open: boolean, leave: () => void): void {
  useEffect(() => {
    if (!open) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open, leave]);
}
