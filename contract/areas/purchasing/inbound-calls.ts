import { query } from '../../kit/call.ts';
import type { ListRequest } from '../../kit/calls.ts';

type Row = Record<string, unknown> & { id: number };

/** A line of a batch with what became of its pieces: rows of `inWareDetail`, `stockBatch` and `inventoryStream` as their lists spell them. */
export interface DetailStory {
  detail: Row;
  /** Where its pieces stand, be it none of them any more. */
  batches: Row[];
  /** How they moved, the first of it. */
  movements: Row[];
  /** How many movements there are. */
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
