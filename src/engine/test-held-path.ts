import type { Bench } from './test-bench.tsx';

/**
 * The same server, of which one path answers when it is released and not before; `from` which of its calls on, the first
 * by default. A held call is written down, and answered with what was taught, when it is asked.
 */
export function heldPath(bench: Bench, path: string, from = 1): { readonly bench: Bench; release(): void } {
  const { held, release } = gate();
  return {
    bench: {
      ...bench,
      fetch: async (address, init) => {
        const answer = await bench.fetch(address, init);
        if (String(address).endsWith(path) && bench.calls(path).length >= from) await held;
        return answer;
      },
    },
    release,
  };
}

/** Something that waits until it is released. */
export function gate(): { readonly held: Promise<void>; release(): void } {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release: () => release() };
}
