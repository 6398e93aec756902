import { useLocal } from '#src/engine/local-context.tsx';
import { type Stocktaking, stocktakingOf } from './stocktaking.ts';

/** Counting on this device; suspends while its databases open. */
export function useStocktaking(): Stocktaking {
  return stocktakingOf(useLocal());
}
