import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, type RenderResult, render } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach } from 'vitest';
import { ownBases } from '#src/wire/bases.ts';
import { createWire } from '#src/wire/wire.ts';
import { openPermissionNode, setPermissionKeys } from './permissions-store.ts';
import { readPolicy } from './read-policy.ts';
import { gate } from './test-held-path.ts';
import { WireProvider } from './wire-context.tsx';

afterEach(cleanup);

/** One call as it left the window. */
export interface Asked {
  readonly path: string;
  readonly input: Record<string, unknown>;
  readonly opId: string | null;
}

/** What a test's server answers: a value, a refusal of the catalogue, or nothing because the line is cut. */
export type Reply = { result: unknown } | { code: number; msg: string; field?: string; http?: number } | 'cut';

/** A server at the edge of the network, for tests of everything above the wire. */
export interface Bench {
  readonly asked: Asked[];
  /** Answers a path from now on. */
  on(path: string, reply: Reply | ((input: Record<string, unknown>) => Reply)): void;
  /** Calls of one path, oldest first. */
  calls(path: string): Asked[];
  readonly fetch: typeof fetch;
}

/** A server that knows nothing yet; a path nobody taught it answers 4004. */
export function createBench(): Bench {
  const asked: Asked[] = [];
  const replies = new Map<string, (input: Record<string, unknown>) => Reply>();
  return {
    asked,
    on: (path, reply) => void replies.set(path, typeof reply === 'function' ? reply : () => reply),
    calls: (path) => asked.filter((call) => call.path === path),
    fetch: async (address, init) => {
      const path = String(address).replace(/^\/api\/[a-z]+/, '');
      const input = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>;
      asked.push({ path, input, opId: new Headers(init?.headers).get('idempotency-key') });
      const reply = replies.get(path)?.(input) ?? { code: 4004, msg: '数据不存在或已被删除' };
      // As a browser does when the network is gone.
      if (reply === 'cut') throw new TypeError('Failed to fetch');
      if ('result' in reply) return Response.json({ code: 200, msg: 'ok', ...reply });
      const { http = 200, ...body } = reply;
      return Response.json({ ...body, result: null }, { status: http });
    },
  };
}

/** The same server behind a line on which everything waits until it is released. */
export function heldLine(bench: Bench): { readonly bench: Bench; release(): void } {
  const { held, release } = gate();
  return {
    bench: {
      ...bench,
      fetch: async (address, init) => {
        await held;
        return await bench.fetch(address, init);
      },
    },
    release,
  };
}

interface Shown {
  bench: Bench;
  /** Address at which the element stands. */
  at?: string;
  /** Permission keys of the open screen. */
  keys?: readonly string[];
  /** More around it: the look's own providers. */
  around?: (element: ReactNode) => ReactNode;
}

/** Renders an element in StrictMode, in a router, over the real wire. The router is handed back. */
export function renderOn(
  element: ReactNode,
  { bench, at = '/', keys = [], around = (inner) => inner }: Shown,
): RenderResult & { router: ReturnType<typeof createMemoryRouter> } {
  globalThis.fetch = bench.fetch;
  setPermissionKeys(1, keys);
  openPermissionNode(1);
  const wire = createWire({ bases: ownBases, device: 'test', build: 'test', caller: () => null });
  const queries = new QueryClient({ defaultOptions: { queries: { ...readPolicy, retryDelay: 1 } } });
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/before', at] });
  const result = render(
    <StrictMode>
      <WireProvider wire={wire}>
        <QueryClientProvider client={queries}>{around(<RouterProvider router={router} />)}</QueryClientProvider>
      </WireProvider>
    </StrictMode>,
  );
  return { ...result, router };
}

/** Renders a hook and keeps its latest answer under `now`. */
export function renderHookOn<T>(
  hook: () => T,
  shown: Shown,
): { readonly now: T; readonly router: ReturnType<typeof createMemoryRouter> } {
  let latest: T | undefined;
  function Probe(): null {
    latest = hook();
    return null;
  }
  const { router } = renderOn(<Probe />, shown);
  return {
    get now(): T {
      if (latest === undefined) throw new Error('the hook has not run');
      return latest;
    },
    router,
  };
}

/** Waits inside React until something holds; the last failure is thrown after ten seconds. */
export async function until(holds: () => void): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    try {
      holds();
      return;
    } catch (problem) {
      if (Date.now() > end) throw problem;
    }
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  }
}
