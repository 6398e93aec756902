import type { InboundEntry, InboundSheet } from '#contract/areas/purchasing/inbound-entry.ts';
import type { Client, Operation } from '#src/local/index.ts';

/** What somebody did who counts goods that come in: the payload of an operation. */
export interface InboundPayload
  extends Pick<
    InboundEntry,
    'kind' | 'barcode' | 'imperfect_type' | 'qty' | 'production_date' | 'expire_at' | 'voids'
  > {
  /** The goods as this device recognised them; null while nobody knows. */
  sku_id: number | null;
}

/** Nothing is noted of a batch besides its entries. */
export type InboundNote = null;

export type InboundOperation = Operation<InboundPayload>;

export type InboundClient = Client<InboundPayload, InboundNote, InboundSheet>;
