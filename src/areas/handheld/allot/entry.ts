import type { AllotEntry, AllotSheet } from '#contract/areas/allocation/allot-entry.ts';
import type { PiecesOperation } from '../bench/pieces.ts';
import type { Open, PiecesWork } from '../bench/work.ts';

/** What somebody did at one end of an allot: the payload of an operation. */
export interface AllotPayload
  extends Pick<
    AllotEntry,
    'kind' | 'barcode' | 'imperfect_type' | 'qty' | 'carton' | 'voids' | 'logistics_id' | 'waybill_no' | 'damaged'
  > {
  /** The goods as this device recognised them; null while nobody knows. */
  sku_id: number | null;
}

export type AllotOperation = PiecesOperation<AllotPayload>;

export type OpenAllotSheet = Open<AllotSheet>;

export type AllotWork = PiecesWork<AllotPayload, AllotSheet>;

/** A step that is kept like a scan, and taken by the server once it arrives. */
export type AllotStep = Exclude<AllotEntry['kind'], 'add' | 'void'>;
