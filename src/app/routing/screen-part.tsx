import { type ComponentType, createElement, use, useState } from 'react';
import type { RouteRow } from '#src/engine/route-row.ts';
import { loadPart } from './stale-chunk.ts';

/** A screen that loads on demand. */
export interface ScreenPart {
  /** Loads it, anew if the last try failed. Never rejects: the visit itself shows what went wrong. */
  preload(): Promise<void>;
  /** Draws it; suspends until it is there, throws what kept it from coming. */
  Screen: ComponentType;
}

/** Makes the lazy part of one row. Once loaded it draws at once, without a flash of the skeleton. */
export function screenPart(load: RouteRow['screen']): ScreenPart {
  let loaded: ComponentType | null = null;
  let failed = false;
  let pending: Promise<ComponentType> | null = null;

  const begin = (): Promise<ComponentType> => {
    pending ??= loadPart(load).then(({ Screen }) => {
      loaded = Screen;
      return Screen;
    });
    return pending;
  };

  return {
    async preload() {
      if (failed) {
        failed = false;
        pending = null;
      }
      try {
        await begin();
      } catch {
        // Kept in `pending`, which the screen reads: it throws there, into the face that belongs to it.
        failed = true;
      }
    },
    Screen: function LazyScreen() {
      // Decided once per visit: a screen that arrives meanwhile must not be mounted a second time.
      const [Ready] = useState(() => loaded);
      return Ready ? <Ready /> : <Arriving screen={begin()} />;
    },
  };
}

function Arriving({ screen }: { screen: Promise<ComponentType> }) {
  return createElement(use(screen));
}
