import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom';
import type { RouteRow } from '#src/engine/route-row.ts';
import type { Faces } from './faces.ts';
import { type FrameName, framesOf } from './frames.ts';
import { guard } from './guard.ts';
import { screenPart } from './screen-part.tsx';
import { loadPart } from './stale-chunk.ts';

/** What a matched route knows of itself (`useMatches`). */
export interface RouteHandle {
  row: RouteRow;
}

/** Loads the screen of an address ahead of time: a pointer is over its entry. Unknown addresses are no matter. */
export function preload(path: string): void {
  void preloaded(path);
}

/** Resolves when the screen of an address and its frames are there, or are known not to come. */
export async function preloaded(path: string): Promise<void> {
  if (framesOf(path).length > 0) await readRows().catch(() => undefined);
  await preloads.get(path)?.();
}

/** Reads the rows that stand in frames; what fails is tried again by whoever asks next. */
let readRows: () => Promise<RouteObject[]> = () => Promise.resolve([]);

/** The rows of the product: the shell's at once, all of them when an address in a frame is first asked for, so that whoever signs in does not wait for them. */
export interface Rows {
  readonly shell: readonly RouteRow[];
  all(): Promise<readonly RouteRow[]>;
}

/**
 * The router (specification §2): the rows under their frames, and no catch-all. Sign-in stands without a frame, `/hand/*`
 * in the warehouse mode's, everything else in the office's. A frame and its screen load side by side.
 */
export function createAppRouter({ shell, all }: Rows, faces: Faces) {
  const desk = screenPart(async () => ({ Screen: (await faces.desk()).Frame }));
  const frameParts: Record<FrameName, () => Promise<unknown>> = { ...faces, desk: desk.preload };
  const under = (rows: readonly RouteRow[], ...frames: FrameName[]) =>
    rows
      .filter((row) => framesOf(row.path).join() === frames.join())
      .map((row) => route({ row, faces, frames: frames.map((name) => frameParts[name]) }));
  const inFrames = (rows: readonly RouteRow[]): RouteObject[] => [
    { id: 'hand', ...frame(faces.hand), children: under(rows, 'hand') },
    {
      id: 'office',
      ...frame(faces.office),
      loader: faces.beforeOffice,
      children: [
        ...under(rows, 'office'),
        // Not waited for: the frame around it stands while antd is read.
        {
          id: 'desk',
          Component: desk.Screen,
          ErrorBoundary: faces.ScreenFault,
          children: under(rows, 'office', 'desk'),
        },
      ],
    },
  ];
  let read: Promise<RouteObject[]> | null = null;
  readRows = () => {
    read ??= all().then(inFrames, (problem: unknown) => {
      read = null;
      throw problem;
    });
    return read;
  };
  let patched = false;
  return createBrowserRouter(
    [
      {
        id: 'root',
        Component: faces.Root,
        ErrorBoundary: faces.AddressFace,
        HydrateFallback: () => null,
        children: under(shell),
      },
    ],
    {
      patchRoutesOnNavigation: async ({ patch, signal }) => {
        const children = await readRows();
        if (patched || signal.aborted) return;
        patched = true;
        patch('root', children);
      },
    },
  );
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/** How long an old screen stays while the next one loads, before its skeleton shows. Milliseconds. */
const patience = 160;

const preloads = new Map<string, () => Promise<unknown>>();

function frame(load: Faces['hand']): Pick<RouteObject, 'lazy'> {
  return { lazy: async () => ({ Component: (await loadPart(load)).Frame }) };
}

interface RouteParts {
  row: RouteRow;
  faces: Faces;
  /** Load the frames around it. */
  frames: readonly (() => Promise<unknown>)[];
}

function route({ row, faces, frames }: RouteParts): RouteObject {
  const part = screenPart(() => {
    globalThis.preloadScreen?.(row.path);
    return row.screen();
  });
  const load = () => Promise.allSettled([part.preload(), ...frames.map((loadFrame) => loadFrame())]);
  preloads.set(row.path, load);
  let first = true;
  return {
    path: row.path,
    handle: { row } satisfies RouteHandle,
    loader: async ({ request }: LoaderFunctionArgs) => {
      const { pathname, search } = new URL(request.url);
      const away = guard(row, pathname + search);
      if (away) return away;
      const loading = load();
      // On a cold start the frame is drawn at once with the skeleton in it; later a short wait spares the flash.
      if (!first) await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patience))]);
      first = false;
      return null;
    },
    Component: part.Screen,
    ErrorBoundary: faces.ScreenFault,
  };
}
