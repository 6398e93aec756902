import { command, query } from '../../kit/call.ts';

/**
 * One scan or typed figure of a stocktake, as it leaves a device (amendments A). Never edited, never deleted:
 * an un-count is an entry of its own (`void`) that names the entry it cancels.
 */
export interface CountEntry {
  /** Made on the device before the entry is shown as kept; unchanged on every retry. */
  op_id: string;
  /** Position in the stream (device, person, document), from 1, without gaps. The server keeps this order. */
  seq: number;
  /** `add`: pieces more; `total`: replaces this counter's figure for (round, zone, goods); `void`: cancels `voids`. */
  kind: 'add' | 'total' | 'void';
  /** Code of the zone being counted. */
  zone: string;
  /** 1 first count, 2 and up recounts. */
  round: number;
  /** What was scanned or typed: a barcode or a SKU number. The server decides which goods it is. */
  barcode: string;
  /** Grade, `imperfect_type` of domain.md §2; 0 is first quality. */
  imperfect_type: number;
  /** Pieces: ≥ 1 for `add`, ≥ 0 for `total`, 0 for `void`. */
  qty: number;
  /** ISO time of the scan itself, corrected by the device's measured clock skew. Never the upload time. */
  counted_at: string;
  /**
   * The device does not vouch for `counted_at`: its clock was set after it was last measured. The count is taken, and its line
   * must be counted again before anything is posted.
   */
  time_doubtful?: true;
  /** The `op_id` of the entry that a `void` cancels. */
  voids?: string;
}

/** The server's word on one entry. Only an entry with a word leaves the device's outbox. */
export interface CountAnswer {
  op_id: string;
  /**
   * `late`: not counted, kept for a person to look at: the zone or the sheet was closed already, the recount did not ask for
   * these goods, or the device's clock is far off. `msg` says which.
   */
  outcome: 'accepted' | 'unknown' | 'late' | 'refused';
  code?: number;
  msg?: string;
}

export interface CountRequest {
  id: number;
  device_id: string;
  /** What the office reads of a device that downloads nothing: a desk. */
  device_name?: string | undefined;
  entries: CountEntry[];
}

export interface CountResult {
  answers: CountAnswer[];
  /** Set when the batch did not start at the stream's next position: the device sends again from here. */
  expected_seq?: number;
  server_time: string;
}

/** Sends a batch of one stream, in order, at most `limits.drainBatchMost` entries. */
export const countCall = command<CountRequest, CountResult>({
  service: 'erp',
  path: '/v1/stocktaking/count',
  access: 'stocktaking:count',
});

/** A piece of goods as a tablet needs it to recognise a scan without the network. */
export interface SheetGoods {
  sku_id: number;
  sku_no: string;
  name: string;
  color: string;
  size: string;
  imperfect_type: number;
  barcodes: string[];
  /** Absent on a blind count: the tablet must not know the book. */
  book_qty?: number;
}

/** A piece with a code of its own, as a tablet needs it to say what a read code is without the network. */
export interface SheetPiece {
  unique_code: string;
  epc: string | null;
  sku_id: number;
  imperfect_type: number;
  /** The zone in which somebody else has read it, as far as the server knew at the download; null where nobody has. */
  read_in: string | null;
  /** Where the books have it: in this warehouse, lost, or neither. Absent on a blind count, as all of the book is. */
  place?: 'here' | 'lost' | 'elsewhere';
  /** Where it stands here: its place as it is written down, and the zone that is in; null where nobody has said. Absent on a blind count. */
  position?: string | null;
  zone?: string | null;
}

/** Most pieces that a tablet is given of a take by codes. */
export const sheetPiecesMost = 100_000;

/** Most pieces with codes of their own that a tablet is given beside goods that are counted as pieces. */
export const codedPiecesMost = 20_000;

export interface SheetZone {
  id: number;
  code: string;
  name: string;
  status: number;
}

/** What a tablet downloads to count without the network. */
export interface SheetDownload {
  id: number;
  stocktaking_no: string;
  warehouse_id: number;
  warehouse_name: string;
  status: number;
  round: number;
  blind: boolean;
  zones: SheetZone[];
  goods: SheetGoods[];
  /** Of a take by codes, and of no other: the pieces that may be read, those that should not be there among them. */
  pieces?: SheetPiece[];
  /** Of any other, where its goods have some: the pieces with codes of their own, each of which counts once when its code is read. */
  coded?: SheetPiece[];
  /** In a recount round: only these goods are asked for; empty means all. */
  recount: { sku_id: number; imperfect_type: number }[];
  /** This person's next position in this device's stream, so that a reinstalled tablet goes on without a gap. */
  next_seq: number;
  server_time: string;
}

/**
 * Downloads a sheet and registers the device for the zones it is going to count in this round: from now on those zones, and
 * the sheet, wait for the device's last word. A count from a zone the device did not register for is kept and registers it.
 */
export const downloadCall = command<
  { id: number; device_id: string; device_name: string; zones: string[] },
  SheetDownload
>({ service: 'erp', path: '/v1/stocktaking/download', access: 'stocktaking:count' });

/**
 * A device's word on each zone it registered for in a round, the present one where it names none, as tablets of earlier builds
 * do. `unsent` is for the eyes of the office; only `finished` with nothing unsent lets the zone close (amendments A): a device
 * that went out of reach after an earlier "0 unsent" may have counted since, so the counter must say that the zone is done.
 * A later count takes `finished` back. `rev` rises on the device; an older word that arrives late is passed over.
 */
export const reportCall = command<
  {
    id: number;
    device_id: string;
    rev: number;
    round?: number | undefined;
    zones: { zone: string; unsent: number; finished: boolean }[];
  },
  { server_time: string }
>({ service: 'erp', path: '/v1/stocktaking/report', access: 'stocktaking:count' });

/** Closes a zone for a round: from now on, uncounted goods of the zone are 0 at this instant. */
export const closeZoneCall = command<{ id: number; zone_id: number; override_reason?: string }, { closed_at: string }>({
  service: 'erp',
  path: '/v1/stocktaking/closeZone',
  access: 'stocktaking:count',
});

/** Sheets this person may count now. */
export const countableCall = query<
  Record<string, never>,
  {
    list: {
      id: number;
      stocktaking_no: string;
      warehouse_name: string;
      plan_date: string;
      status: number;
      round: number;
    }[];
  }
>({ service: 'erp', path: '/v1/stocktaking/countable', access: 'stocktaking:count' });

/** How a sheet stands while it is counted: what the office watches and what a counter sees of the zones. */
export interface SheetProgress {
  id: number;
  status: number;
  round: number;
  zones: {
    id: number;
    code: string;
    name: string;
    closed_at: string | null;
    closed_by_name: string | null;
    override_reason: string | null;
    entries: number;
    pieces: number;
    goods: number;
    last_count_at: string | null;
    devices: {
      device_id: string;
      device_name: string | null;
      admin_name: string;
      unsent: number | null;
      finished_at: string | null;
      reported_at: string | null;
    }[];
  }[];
  /** Unknown barcodes and late counts that wait for a person. */
  exceptions: SheetException[];
  /** While the sheet is reviewed, for who reviews it: ids of lines whose difference asks for a reason that is not there. */
  missing_reasons: number[];
  /** Parts of posted losses that wait for locks to be cancelled. */
  shortfalls: {
    id: number;
    sku_no: string;
    name: string;
    imperfect_type: number;
    qty: number;
    settled_at: string | null;
    locks: { doc_type: string; doc_no: string; qty: number }[];
  }[];
}

export interface SheetException {
  count_id: number;
  outcome: 'unknown' | 'late';
  reason: string | null;
  barcode: string;
  zone: string;
  round: number;
  kind: CountEntry['kind'];
  qty: number;
  counted_at: string;
  counter_name: string;
  device_id: string;
  /** False: by its device's clock it was made before its round began, so nobody knows when: it cannot be let in. */
  timely: boolean;
  decided: { sku_no: string | null; reason: string | null; decided_by_name: string; decided_at: string } | null;
}

export const progressCall = query<{ id: number }, SheetProgress>({
  service: 'erp',
  path: '/v1/stocktaking/progress',
  access: 'stocktaking:view',
});

/** Says what an unknown barcode is, lets a late count in, or sets either aside with a reason. A late un-count and a count that is not `timely` can only be set aside. */
export const decideExceptionCall = command<
  { id: number; count_ids: number[]; sku_id?: number; reason?: string },
  { count: number }
>({
  service: 'erp',
  path: '/v1/stocktaking/decideException',
  access: 'stocktaking:review',
});

/**
 * Gives lines their reason or marks them for a recount, while the sheet is reviewed. Only the named lines are sent, each with
 * the difference that stood on the screen: what was said of one difference must not land on another.
 */
export const reviewLinesCall = command<
  { id: number; lines: { id: number; diff_qty: number | null; reason?: string | null; recount?: boolean }[] },
  { count: number }
>({
  service: 'erp',
  path: '/v1/stocktaking/reviewLines',
  access: 'stocktaking:review',
});

/** Posts what a posted sheet still owes, as far as locks have been cancelled meanwhile. */
export const settleShortfallCall = command<{ id: number }, { settled: number; left: number }>({
  service: 'erp',
  path: '/v1/stocktaking/settleShortfall',
  access: 'stocktaking:post',
});
