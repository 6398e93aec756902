import { useRef, useState } from 'react';

/** How large a picture is drawn. */
export interface Zoom {
  /** Drawn to fit its frame. */
  readonly fits: boolean;
  /** Otherwise this many pixels of the page for one of the picture. */
  readonly scale: number;
  larger(): void;
  smaller(): void;
  fit(): void;
  /** One pixel for one. */
  whole(): void;
  /** Is told how large the fitting picture happens to be, so that a step begins there. */
  measured(scale: number): void;
}

const step = 1.4;
const least = 0.05;
const most = 8;

/** The zoom of a picture; another one begins by fitting. */
export function useZoom(shown: string): Zoom {
  const [chosen, setChosen] = useState<{ shown: string; scale: number } | null>(null);
  const fitting = useRef(1);
  const scale = chosen?.shown === shown ? chosen.scale : null;
  const to = (by: number) =>
    setChosen({ shown, scale: Math.min(most, Math.max(least, (scale ?? fitting.current) * by)) });
  return {
    fits: scale === null,
    scale: scale ?? 1,
    larger: () => to(step),
    smaller: () => to(1 / step),
    fit: () => setChosen(null),
    whole: () => setChosen({ shown, scale: 1 }),
    measured: (fitted) => {
      fitting.current = fitted;
    },
  };
}
