import type { InboundSheet } from '#contract/areas/purchasing/inbound-entry.ts';
import { isCounted } from '../stocktaking/scan.ts';
import type { InboundOperation } from './entry.ts';

/** Has this person handed the batch in on this device, and counted nothing since? What is not in the download speaks before it. */
export function isHandedIn(
  { own_seq, own_done = false }: Pick<InboundSheet, 'own_seq' | 'own_done'>,
  rows: readonly InboundOperation[],
): boolean {
  const last = rows.findLast((row) => row.seq > own_seq && isCounted(row));
  return last ? last.payload.kind === 'done' : own_done;
}
