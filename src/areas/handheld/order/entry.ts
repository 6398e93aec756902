import type { OutEntry, OutSheet } from '#contract/areas/orders/out-entry.ts';
import type { PiecesOperation } from '../bench/pieces.ts';
import type { Open, PiecesWork } from '../bench/work.ts';

/** What somebody did with a delivery of an order: the payload of an operation. */
export interface OutPayload
  extends Pick<OutEntry, 'kind' | 'barcode' | 'imperfect_type' | 'qty' | 'voids' | 'logistics_id' | 'waybill_no'> {
  /** The goods as this device recognised them; null while nobody knows. */
  sku_id: number | null;
}

export type OutOperation = PiecesOperation<OutPayload>;

export type OpenOutSheet = Open<OutSheet>;

export type OutWork = PiecesWork<OutPayload, OutSheet>;

/** A step that is kept like a scan, and taken by the server once it arrives. */
export type OutStep = Exclude<OutEntry['kind'], 'add' | 'void'>;
