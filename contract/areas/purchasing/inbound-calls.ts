import { query } from '../../kit/call.ts';
import type { ListRequest } from '../../kit/calls.ts';

/** Pieces of a detail where they stand now. Costs in fen, of all of them; without `stock:costView` there are none. */
export interface DetailBatch {
  serial_no: string;
  /** Null where they are on their way, or the caller does not see the warehouse. */
  warehouse_name: string | null;
  in_transit: boolean;
  imperfect_type: number;
  qty_remain: number;
  qty_locked: number;
  cost_amount?: number;
}

/** A movement of pieces of a detail; cost in the direction of the pieces. */
export interface DetailMovement {
  id: number;
  happened_at: string;
  posted_at: string;
  warehouse_name: string | null;
  imperfect_type: number;
  biz_type: number;
  delta: number;
  doc_type: string;
  doc_id: number;
  doc_no: string;
  admin_name: string | null;
  cost_amount?: number;
}

/** A line of a batch with what became of its pieces. */
export interface DetailStory {
  detail: Record<string, unknown> & { id: number };
  batches: DetailBatch[];
  /** The first of them, in their order. */
  movements: DetailMovement[];
  /** How many there are. */
  movement_count: number;
}

/** As many movements of one detail are told at once. */
export const movementsTold = 200;

export const inWareDetailCalls = {
  /** One line of a batch: where its pieces stand, and how they came there. */
  detail: query<{ id: number }, DetailStory>({
    service: 'erp',
    path: '/v1/InWareDetail/detail',
    access: 'InWareDetail:view',
  }),
  /** The list as a file. */
  export: query<ListRequest & { export: number }, never>({
    service: 'erp',
    path: '/v1/InWareDetail/export',
    access: 'InWareDetail:export',
  }),
};
