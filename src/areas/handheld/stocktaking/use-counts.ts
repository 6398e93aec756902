import { useMemo } from 'react';
import type { Live } from '#src/local/index.ts';
import { useLive } from '../use-live.ts';
import type { CountView } from './count-view.ts';
import { useStocktaking } from './use-stocktaking.ts';

/** One person's work on one sheet. */
export function useCounts(at: { uid: number; sheetId: number; lastMost: number }): {
  live: Live<CountView>;
  view: CountView | null;
} {
  const stocktaking = useStocktaking();
  const { uid, sheetId, lastMost } = at;
  const live = useMemo(() => stocktaking.counts({ uid, sheetId, lastMost }), [stocktaking, uid, sheetId, lastMost]);
  return { live, view: useLive(live) };
}
