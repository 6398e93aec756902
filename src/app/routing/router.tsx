import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom';
import type { RouteRow } from '#src/engine/route-row.ts';
import type { Faces } from './faces.ts';
import { guard } from './guard.ts';
import { screenPart } from './screen-part.tsx';
import { loadPart } from './stale-chunk.ts';

/** What a matched route knows of itself (`useMatches`). */
export interface RouteHandle {
  row: RouteRow;
}

/** Loads the screen of an address ahead of time: a pointer is over its entry. Unknown addresses are no matter. */
export function preload(path: string): void {
  void preloads.get(path)?.();
}

/**
 * The router (specification §2): the rows under their frames, and no catch-all. Sign-in stands without a frame, `/hand/*`
 * in the warehouse mode's, everything else in the office's. A frame and its screen load side by side.
 */
export function createAppRouter(rows: readonly RouteRow[], faces: Faces) {
  const bare = rows.filter((row) => row.path.startsWith('/login/'));
  const hand = rows.filter((row) => row.path === '/hand' || row.path.startsWith('/hand/'));
  const plain = rows.filter((row) => plainPaths.has(row.path));
  const desk = rows.filter((row) => ![bare, hand, plain].some((others) => others.includes(row)));
  const under =
    (...frames: Faces['hand'][]) =>
    (row: RouteRow) =>
      route({ row, faces, frames });
  return createBrowserRouter([
    {
      id: 'root',
      Component: faces.Root,
      ErrorBoundary: faces.AddressFace,
      HydrateFallback: () => null,
      children: [
        ...bare.map(under()),
        { id: 'hand', ...frame(faces.hand), children: hand.map(under(faces.hand)) },
        {
          id: 'office',
          ...frame(faces.office),
          loader: faces.beforeOffice,
          children: [
            ...plain.map(under(faces.office)),
            { id: 'desk', ...frame(faces.desk), children: desk.map(under(faces.office, faces.desk)) },
          ],
        },
      ],
    },
  ]);
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Office screens that are drawn without antd: the landing page is there before antd has been read. */
const plainPaths = new Set(['/', '/dashboard/index']);

/** How long an old screen stays while the next one loads, before its skeleton shows. Milliseconds. */
const patience = 160;

const preloads = new Map<string, () => Promise<unknown>>();

function frame(load: Faces['hand']): Pick<RouteObject, 'lazy'> {
  return { lazy: async () => ({ Component: (await loadPart(load)).Frame }) };
}

function route({ row, faces, frames }: { row: RouteRow; faces: Faces; frames: readonly Faces['hand'][] }): RouteObject {
  const part = screenPart(row.screen);
  preloads.set(row.path, () => Promise.allSettled([part.preload(), ...frames.map((load) => load())]));
  let first = true;
  return {
    path: row.path,
    handle: { row } satisfies RouteHandle,
    loader: async ({ request }: LoaderFunctionArgs) => {
      const { pathname, search } = new URL(request.url);
      const away = guard(row, pathname + search);
      if (away) return away;
      const loading = part.preload();
      // On a cold start the frame is drawn at once with the skeleton in it; later a short wait spares the flash.
      if (!first) await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patience))]);
      first = false;
      return null;
    },
    Component: part.Screen,
    ErrorBoundary: faces.ScreenFault,
  };
}
