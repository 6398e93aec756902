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

/** What has a picture: a style, or goods by that of their style. */
export type Pictured = 'spu' | 'sku';

/** The main picture of a style, null for one without. Those that are seen together are asked for together. */
export function useMainPicture(of: Pictured, id: number, when: boolean): string | null | undefined {
  const wire = useWire();
  const { data } = useQuery({
    queryKey: ['picturedStyle', 'main', of, id],
    queryFn: () => mainOf(wire, of, id),
    enabled: when,
    staleTime: 60_000,
    retry: worthRetry,
  });
  return data;
}

interface Together {
  readonly ids: Set<number>;
  readonly answer: Promise<ReadonlyMap<number, string>>;
}

const waiting = new Map<Pictured, Together>();

/** Milliseconds in which the cells of a page have come into view. */
const together = 30;

function mainOf(wire: Wire, of: Pictured, id: number): Promise<string | null> {
  const open = waiting.get(of);
  const own = open && open.ids.size < pictureLimits.main ? open : begin(wire, of);
  own.ids.add(id);
  return own.answer.then((found) => found.get(id) ?? null);
}

function begin(wire: Wire, of: Pictured): Together {
  const ids = new Set<number>();
  const own = { ids, answer: askSoon(wire, of, ids) };
  waiting.set(of, own);
  return own;
}

async function askSoon(wire: Wire, of: Pictured, ids: Set<number>): Promise<ReadonlyMap<number, string>> {
  await new Promise((resolve) => {
    setTimeout(resolve, together);
  });
  if (waiting.get(of)?.ids === ids) waiting.delete(of);
  const input = of === 'spu' ? { spu_ids: [...ids] } : { sku_ids: [...ids] };
  const { list } = await read(wire, pictureCalls.main, { input });
  return new Map(list.map((one) => [one.of, one.id]));
}
