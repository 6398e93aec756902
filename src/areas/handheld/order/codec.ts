import { type OutSheet, outEntryCalls } from '#contract/areas/orders/out-entry.ts';
import { piecesCodec } from '../bench/codec.ts';
import type { OutPayload } from './entry.ts';
import { summary } from './summary.ts';

/** How the picking of orders is kept and sent: one stream for each delivery, its document the downloaded one. */
export const orderOut = piecesCodec<OutPayload, OutSheet>({
  kind: 'orderOut',
  entries: outEntryCalls.entries,
  report: outEntryCalls.report,
  summary,
});
