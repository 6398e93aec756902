import type { InboundEntry } from '#contract/areas/purchasing/inbound-entry.ts';
import type { PiecesOperation } from '../bench/pieces.ts';

/** What somebody did who counts goods that come in: the payload of an operation. */
export interface InboundPayload
  extends Pick<
    InboundEntry,
    'kind' | 'barcode' | 'imperfect_type' | 'qty' | 'production_date' | 'expire_at' | 'voids'
  > {
  /** The goods as this device recognised them; null while nobody knows. */
  sku_id: number | null;
}

export type InboundOperation = PiecesOperation<InboundPayload>;
