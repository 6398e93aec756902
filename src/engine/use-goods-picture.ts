import { useQuery } from '@tanstack/react-query';
import { type PictureSize, pictureCalls, pictureLimits } from '#contract/areas/goods/pictures.ts';
import type { Wire } from '#src/wire/wire.ts';
import { CallFailed, read, worthRetry } from './failure.ts';
import { bringGoodsPicture } from './stored-file.ts';
import { useWire } from './wire-context.tsx';

/** A picture of goods in one size, once somebody looks; it never changes. Undefined while it comes and where it cannot. */
export function useGoodsPicture(id: string | undefined, side: PictureSize, when: boolean): Blob | undefined {
  const { data } = useQuery({
    queryKey: ['goodsPicture', id, side],
    queryFn: async ({ signal }) => {
      const sent = await bringGoodsPicture({ id: id ?? '', side }, { signal });
      if (!sent.ok) throw new CallFailed(sent.failure);
      return sent.value;
    },
    enabled: when && id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: worthRetry,
  });
  return data;
}

/** The main picture of a style, null for one without. Styles that are seen together are asked for together. */
export function useMainPicture(styleId: number, when: boolean): string | null | undefined {
  const wire = useWire();
  const { data } = useQuery({
    queryKey: ['picturedStyle', 'main', styleId],
    queryFn: () => mainOf(wire, styleId),
    enabled: when,
    staleTime: 60_000,
    retry: worthRetry,
  });
  return data;
}

let waiting: { ids: Set<number>; answer: Promise<ReadonlyMap<number, string>> } | null = null;

/** Milliseconds in which the cells of a page have come into view. */
const together = 30;

function mainOf(wire: Wire, id: number): Promise<string | null> {
  if (waiting === null || waiting.ids.size >= pictureLimits.main) {
    const ids = new Set<number>();
    waiting = { ids, answer: askSoon(wire, ids) };
  }
  waiting.ids.add(id);
  return waiting.answer.then((found) => found.get(id) ?? null);
}

async function askSoon(wire: Wire, ids: Set<number>): Promise<ReadonlyMap<number, string>> {
  await new Promise((resolve) => {
    setTimeout(resolve, together);
  });
  if (waiting?.ids === ids) waiting = null;
  const { list } = await read(wire, pictureCalls.main, { input: { spu_ids: [...ids] } });
  return new Map(list.map((one) => [one.spu_id, one.id]));
}
