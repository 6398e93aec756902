import { countEntriesCall, type InboundSheet, reportInboundCall } from '#contract/areas/purchasing/inbound-entry.ts';
import { piecesCodec } from '../bench/codec.ts';
import type { InboundPayload } from './entry.ts';
import { summary } from './summary.ts';

/** How the count of goods that come in is kept and sent: one stream for each batch, its document the downloaded one. */
export const inbound = piecesCodec<InboundPayload, InboundSheet>({
  kind: 'inbound',
  entries: countEntriesCall,
  report: reportInboundCall,
  summary,
});
