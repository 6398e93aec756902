import { command, query } from '../../kit/call.ts';
import type { ScannablePiece } from './allot-calls.ts';

/**
 * One deed with an allot, as it leaves a device: so many pieces more of a code, picked into a carton at the sender or counted at the
 * receiver, or a step that is taken there (`pack`, `send`; `accept`, `sign`). Never edited, never deleted: what is taken back is an entry
 * of its own (`void`) that names the entry it cancels. Pieces add up, so any number of people work on one allot in any order, with and
 * without a network.
 */
export interface AllotEntry {
  /** Made on the device before the entry is shown as kept; unchanged on every retry. */
  op_id: string;
  /** Position in the device's entries of this end of the allot, rising, as it is sent. What a download covers is told by it. */
  seq: number;
  kind: 'add' | 'void' | 'pack' | 'send' | 'accept' | 'sign';
  /** What was scanned or typed: goods for pieces; for `accept` the number on a carton, empty for all that is still on its way. */
  barcode: string;
  /** Grade as it was seen, `imperfect_type` of domain.md §2; 0 for pieces nobody remarks on. */
  imperfect_type: number;
  /** Pieces: ≥ 1 for `add`, 0 for all others. */
  qty: number;
  /** The carton of this device that pieces are picked into, counted from 1; null at the receiver. */
  carton: number | null;
  /** ISO time of the deed, corrected by the device's measured clock skew. Never the upload time. */
  counted_at: string;
  /** The device does not vouch for `counted_at`. */
  time_doubtful?: true;
  /** The `op_id` of the entry that a `void` cancels. */
  voids?: string;
  /** Who carries what is sent. */
  logistics_id?: number | null;
  waybill_no?: string | null;
  /** For `sign`: pieces with codes that are among the damaged ones, besides those that tablets have read as such. */
  damaged?: readonly NamedDamage[];
}

/** Damaged pieces of a line, by their codes or tags. */
export interface NamedDamage {
  readonly line_id: number;
  readonly codes: readonly string[];
}

/** The server's word on one entry. Only an entry with a word leaves the device's outbox. */
export interface AllotAnswer {
  op_id: string;
  /**
   * `unknown`: nobody knows the code, or its goods are not of this allot. `late`: the allot has gone on, was cancelled, or its goods were
   * counted at a desk, after the deed. Both are kept, count for nothing and wait for a person. `refused`: it counts for nothing; `msg` says why, the same however often
   * it is asked.
   */
  outcome: 'accepted' | 'unknown' | 'late' | 'refused';
  code?: number;
  msg?: string;
}

/** Goods of an allot in one grade, as a tablet needs them to recognise a scan without the network. */
export interface AllotGoods {
  line_id: number;
  sku_id: number;
  sku_no: string;
  name: string;
  color: string;
  size: string;
  imperfect_type: number;
  barcodes: string[];
  /**
   * The pieces of the line that have a code of their own: at the sender those that stand there free or were picked, at the receiver those that come.
   * A sheet that an earlier build has kept says nothing of them.
   */
  pieces?: Pick<ScannablePiece, 'unique_code' | 'epc'>[];
  /**
   * At the sender: the batch that the line takes its pieces from, and how many of it there are for it; null where the order of batches says. A sheet
   * that an earlier build has kept says nothing of it.
   */
  batch?: { no: string; most: number } | null;
  /** A rule lets the goods go by their batch alone, and nobody has named one. */
  batch_wanted?: boolean;
  /** Pieces that are to be picked, or that were sent. */
  plan_qty: number;
  /** What was counted of them so far, by everybody. */
  counted_qty: number;
  /** Of these, pieces of another grade than they were sent in. */
  damaged_qty: number;
}

/** A carton as both ends know it. */
export interface AllotCartonOnSheet {
  carton_no: string;
  carton_place: number;
  qty: number;
  arrived: boolean;
  /** What this device called it while it was filled; null for a carton of others. */
  carton: number | null;
}

/** A tablet that works on one end of an allot, as it last spoke of itself: out of reach it may hold more. */
export interface AllotDevice {
  device_id: string;
  counter_name: string;
  unsent: number;
  reported_at: string;
}

/** What a tablet downloads to work on one end of an allot without the network. */
export interface AllotSheet {
  id: number;
  allot_no: string;
  /** The other end: the receiver of what is sent, the sender of what comes. */
  other_name: string;
  /** Of the allot. */
  status: number;
  /** Of the sender's part. */
  out_status: number;
  goods: AllotGoods[];
  cartons: AllotCartonOnSheet[];
  /** Who may carry it; at the sender. */
  carriers: { id: number; name: string }[];
  /** Tablets of others that have not sent everything. */
  others: AllotDevice[];
  /** The last of this device's own entries that `goods` has in it: 0 where it has none. */
  own_seq: number;
  server_time: string;
}

/** An allot that this person may work on now, at one of its ends. */
export interface OpenAllot {
  id: number;
  allot_no: string;
  other_name: string;
  status: number;
  plan_qty: number;
  counted_qty: number;
}

/** An entry that counts for nothing until somebody decides what it is. */
export interface OpenAllotEntry {
  op_id: string;
  outcome: 'unknown' | 'late';
  kind: AllotEntry['kind'];
  reason: string;
  barcode: string;
  /** The goods that the server knows the code as, in this allot or not. */
  sku_id: number | null;
  goods: string | null;
  imperfect_type: number;
  qty: number;
  counted_at: string;
  counter_name: string;
}

/** The calls of one end; `id` is the allot's at both. */
function callsAt(group: '/v1/allotOut' | '/v1/allot', access: 'allotOut:pick' | 'allot:accept') {
  return {
    /** The allots that wait at this end, for whoever may work on them. */
    listed: query<Record<string, never>, { list: OpenAllot[] }>({
      service: 'erp',
      path: `${group}/openAllots`,
      access,
    }),
    sheet: query<{ id: number; device_id: string }, AllotSheet>({ service: 'erp', path: `${group}/sheet`, access }),
    /** Sends entries of one device and person for one end of an allot, in order, at most `limits.drainBatchMost`. */
    entries: command<
      { id: number; device_id: string; entries: AllotEntry[] },
      { answers: AllotAnswer[]; server_time: string }
    >({ service: 'erp', path: `${group}/entries`, access }),
    /** A device's word on what it has not sent yet. `rev` rises on the device; an older word that arrives late is passed over. */
    report: command<{ id: number; device_id: string; rev: number; unsent: number }, { server_time: string }>({
      service: 'erp',
      path: `${group}/reportEntries`,
      access,
    }),
    /** What waits for a person before the allot leaves this end, and the tablets that work on it. */
    open: query<{ id: number }, { list: OpenAllotEntry[]; devices: AllotDevice[] }>({
      service: 'erp',
      path: `${group}/openEntries`,
      access: 'allot:view',
    }),
    /** Counts entries as goods of the allot, or sets them aside with a reason. A taking-back that came late can only be set aside. */
    decide: command<
      { id: number; op_ids: string[]; sku_id?: number | undefined; reason?: string | undefined },
      { count: number }
    >({ service: 'erp', path: `${group}/decideEntries`, access }),
  };
}

/** What tablets say and are told, at the sender and at the receiver. */
export const allotEntryCalls = {
  out: callsAt('/v1/allotOut', 'allotOut:pick'),
  into: callsAt('/v1/allot', 'allot:accept'),
} as const;

/** The end of an allot that a tablet works at. */
export type AllotEnd = keyof typeof allotEntryCalls;

/**
 * The line that pieces of some goods belong to, by the grade they were seen in. At the sender pieces of a grade that is not asked for are of
 * no line. At the receiver they are of the line that was sent, and damaged; pieces that nobody remarks on are as they were sent.
 */
export function lineOfPieces<Line extends { readonly sku_id: number; readonly imperfect_type: number }>(
  lines: readonly Line[],
  { end, skuId, grade }: { end: AllotEnd; skuId: number | undefined; grade: number },
): Line | undefined {
  const own = lines.filter(({ sku_id }) => sku_id === skuId);
  const same = own.find(({ imperfect_type }) => imperfect_type === grade);
  if (same) return same;
  if (end === 'out' && grade !== 0) return undefined;
  return own.toSorted((one, other) => one.imperfect_type - other.imperfect_type)[0];
}
