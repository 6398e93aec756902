import type { InboundSheet } from '#contract/areas/purchasing/inbound-entry.ts';
import { type Open, type PiecesWork, workOn } from '../bench/work.ts';
import { inbound } from './codec.ts';
import type { InboundPayload } from './entry.ts';

/** A batch as it is counted. */
export type OpenBatch = Open<InboundSheet>;

/** Counting of goods that come in on this device: one person's entries for one batch are a stream, the downloaded batch is its document. */
export type Receiving = PiecesWork<InboundPayload, InboundSheet>;

/** Counting of goods that come in, with this device's databases; the same for the same ones. */
export const receivingOf = workOn(inbound);
