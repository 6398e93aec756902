import { useEffect, useState } from 'react';

/** When this goes, the keyboard is where it was when this came: a dialog that is taken away whole has no end of its own. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}
