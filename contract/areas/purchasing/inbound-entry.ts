import { command, query } from '../../kit/call.ts';

/**
 * One scan or typed figure of goods that come in, as it leaves a device: so many pieces more, by grade and date. Never edited, never
 * deleted: what is taken back is an entry of its own (`void`) that names the entry it cancels. Pieces add up, so any number of people
 * count one batch in any order, with and without a network. `done` says that its person has counted all that they had to; what they count
 * after it takes that back.
 */
export interface InboundEntry {
  /** Made on the device before the entry is shown as kept; unchanged on every retry. */
  op_id: string;
  /** Position in the device's entries of this batch, rising, as it is sent. What a download covers is told by it. */
  seq: number;
  kind: 'add' | 'void' | 'done';
  /** What was scanned or typed: a barcode or a SKU number; empty for `done`. The server decides which goods it is. */
  barcode: string;
  /** Grade, `imperfect_type` of domain.md §2; 0 is first quality. */
  imperfect_type: number;
  /** Pieces: ≥ 1 for `add`, 0 for all others. */
  qty: number;
  production_date: string | null;
  expire_at: string | null;
  /** ISO time of the deed, corrected by the device's measured clock skew. Never the upload time. */
  counted_at: string;
  /** The device does not vouch for `counted_at`. */
  time_doubtful?: true;
  /** The `op_id` of the entry that a `void` cancels. */
  voids?: string;
}

/** The server's word on one entry. Only an entry with a word leaves the device's outbox. */
export interface InboundAnswer {
  op_id: string;
  /**
   * `unknown`: nobody knows the code, or its goods are not of this batch. `late`: the batch was submitted, or its goods were counted anew
   * at a desk, after the deed. Both are kept, count for nothing and wait for a person in the office; `msg` says which.
   */
  outcome: 'accepted' | 'unknown' | 'late' | 'refused';
  code?: number;
  msg?: string;
}

/** Sends entries of one device and person for one batch, in order, at most `limits.drainBatchMost`. */
export const countEntriesCall = command<
  { id: number; device_id: string; entries: InboundEntry[] },
  { answers: InboundAnswer[]; server_time: string }
>({ service: 'erp', path: '/v1/InWareBatch/countEntries', access: 'InWareBatch:count' });

/** Goods of a batch as a tablet needs them to recognise a scan without the network. */
export interface InboundGoods {
  sku_id: number;
  sku_no: string;
  name: string;
  color: string;
  size: string;
  barcodes: string[];
  /** Pieces that are expected. */
  plan_qty: number;
  /** They expire: pieces without a date cannot be submitted. */
  dated: boolean;
  /** Pieces that have a code of their own and may come with it. A sheet that an earlier build has kept says nothing of them. */
  pieces?: { unique_code: string; epc: string | null }[];
  /** What was counted of them so far, by everybody. */
  counted: InboundFigure[];
}

/** Pieces of one grade and date. */
export interface InboundFigure {
  imperfect_type: number;
  production_date: string | null;
  expire_at: string | null;
  qty: number;
}

/** What a tablet downloads to count a batch without the network. */
export interface InboundSheet {
  id: number;
  batch_no: string;
  supplier_name: string;
  warehouse_name: string;
  status: number;
  goods: InboundGoods[];
  /** The last of this device's own entries that `counted` has in it: 0 where it has none. */
  own_seq: number;
  /** The last of those says that this person is done. A sheet that an earlier build has kept says nothing of it. */
  own_done?: boolean;
  server_time: string;
}

export const inboundSheetCall = query<{ id: number; device_id: string }, InboundSheet>({
  service: 'erp',
  path: '/v1/InWareBatch/countSheet',
  access: 'InWareBatch:count',
});

/** A batch that this person may count now. */
export interface CountableInbound {
  id: number;
  batch_no: string;
  supplier_name: string;
  warehouse_name: string;
  status: number;
  plan_qty: number;
  count_qty: number;
}

export const countableInboundCall = query<Record<string, never>, { list: CountableInbound[] }>({
  service: 'erp',
  path: '/v1/InWareBatch/countable',
  access: 'InWareBatch:count',
});

/** An entry that counts for nothing until somebody decides what it is. */
export interface OpenEntry {
  op_id: string;
  outcome: 'unknown' | 'late';
  kind: InboundEntry['kind'];
  reason: string;
  barcode: string;
  /** The goods that the server knows the code as, in this batch or not. */
  sku_id: number | null;
  goods: string | null;
  imperfect_type: number;
  qty: number;
  expire_at: string | null;
  counted_at: string;
  counter_name: string;
}

/** A tablet that counts a batch, as it last spoke of itself: out of reach it may hold more. */
export interface CountingDevice {
  device_id: string;
  counter_name: string;
  unsent: number;
  reported_at: string;
}

/** Somebody who counts a batch with a tablet, as far as what they did has arrived. */
export interface BatchCounter {
  device_id: string;
  counter_name: string;
  /** When they said that they are done, and counted nothing since; null for whoever still counts. */
  done_at: string | null;
  /** When they last did something. */
  counted_at: string;
}

/** A device's word on what it has not sent yet, for the eyes of the office. `rev` rises on the device; an older word that arrives late is passed over. */
export const reportInboundCall = command<
  { id: number; device_id: string; rev: number; unsent: number },
  { server_time: string }
>({ service: 'erp', path: '/v1/InWareBatch/reportCount', access: 'InWareBatch:count' });

/** What waits for a person before the batch goes on, the tablets that count it, and who is done: while it is counted, who is not, too. */
export const openEntriesCall = query<
  { id: number },
  { list: OpenEntry[]; devices: CountingDevice[]; counters: BatchCounter[] }
>({
  service: 'erp',
  path: '/v1/InWareBatch/openEntries',
  access: 'InWareBatch:view',
});

/** Counts entries as goods of the batch, or sets them aside with a reason. A taking-back that came late can only be set aside. */
export const decideEntriesCall = command<
  { id: number; op_ids: string[]; sku_id?: number | undefined; reason?: string | undefined },
  { count: number }
>({ service: 'erp', path: '/v1/InWareBatch/decideEntries', access: 'InWareBatch:count' });
