import { useEffect, useMemo, useState } from 'react';
import { type StyleGrid, styleGridCall } from '#contract/areas/goods/style-grid.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Failure } from '#src/wire/sent.ts';

interface StyleGrids {
  readonly grids: readonly StyleGrid[];
  readonly failure: Failure | null;
  reload(): void;
}

/**
 * The styles that these goods are of, and those chosen besides. Asked for again only for goods of which no style is known yet; a style
 * stays where it stood while it has lost its last line.
 */
export function useStyleGrids(skuIds: readonly number[], chosen: readonly number[]): StyleGrids {
  const [asked, setAsked] = useState<readonly number[]>(skuIds);
  const input = useMemo(() => ({ sku_ids: [...asked], spu_ids: [...chosen] }), [asked, chosen]);
  const read = useRead(about, styleGridCall, { input, when: asked.length + chosen.length > 0 });
  // A style that is added asks a new question: what is there stays in sight until it is answered.
  const [grids, setGrids] = useState<readonly StyleGrid[]>(none);
  const answer = read.value?.list;
  if (answer && answer !== grids) setGrids(answer);
  const known = useMemo(() => new Set(grids.flatMap(({ cells }) => cells.map(({ sku_id }) => sku_id))), [grids]);
  const tried = new Set(asked);
  const missing = skuIds.filter((id) => !known.has(id) && !tried.has(id));
  useEffect(() => {
    if (missing.length > 0) setAsked((before) => [...new Set([...before, ...missing])]);
  }, [missing]);
  return { grids, failure: read.failure, reload: read.reload };
}

const about = { name: 'styleGrid' } as const;
const none: readonly StyleGrid[] = [];
