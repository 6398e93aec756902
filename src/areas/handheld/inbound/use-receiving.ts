import { useLocal } from '#src/engine/local-context.tsx';
import { type Receiving, receivingOf } from './receiving.ts';

/** Counting of goods that come in on this device; suspends while its databases open. */
export function useReceiving(): Receiving {
  return receivingOf(useLocal());
}
