import { command, query } from '../../kit/call.ts';
import type { AllotAnswer, AllotDevice, AllotEntry, AllotGoods, OpenAllotEntry } from '../allocation/allot-entry.ts';

/**
 * One deed with a delivery of an order, as it leaves a device: so many pieces more of a code, or a step that is taken there: all that will be
 * found was picked (`pack`), it goes to the carrier (`send`). Never edited, never deleted: what is taken back is an entry of its own
 * (`void`) that names the entry it cancels. Pieces of everybody add up.
 */
export interface OutEntry
  extends Pick<
    AllotEntry,
    | 'op_id'
    | 'seq'
    | 'barcode'
    | 'imperfect_type'
    | 'qty'
    | 'counted_at'
    | 'time_doubtful'
    | 'voids'
    | 'logistics_id'
    | 'waybill_no'
  > {
  kind: 'add' | 'void' | 'pack' | 'send';
}

/** The goods of a delivery in one grade, however many of its lines they are on: `line_id` is that of the first. */
export type OutGoods = Omit<AllotGoods, 'batch' | 'batch_wanted' | 'damaged_qty'>;

/** What a tablet downloads to pick a delivery without the network. */
export interface OutSheet {
  id: number;
  out_no: string;
  order_no: string;
  shop_name: string;
  status: number;
  goods: OutGoods[];
  carriers: { id: number; name: string }[];
  /** It is sent by a carrier under a number, and not without. */
  carrier_wanted: boolean;
  /** Tablets of others that have not sent everything. */
  others: AllotDevice[];
  /** The last of this device's own entries that `goods` has in it: 0 where it has none. */
  own_seq: number;
  server_time: string;
}

/** A delivery that this person may pick or ship now. */
export interface OpenOut extends Pick<OutSheet, 'id' | 'out_no' | 'order_no' | 'shop_name' | 'status'> {
  plan_qty: number;
  counted_qty: number;
}

/** An entry that counts for nothing until somebody decides what it is. */
export interface OpenOutEntry extends Omit<OpenAllotEntry, 'kind'> {
  kind: OutEntry['kind'];
}

const [service, access] = ['erp', 'order:outShip'] as const;

/** What tablets that pick deliveries say and are told; `id` is the delivery's. */
export const outEntryCalls = {
  listed: query<Record<string, never>, { list: OpenOut[] }>({ service, path: '/v1/order/openOuts', access }),
  sheet: query<{ id: number; device_id: string }, OutSheet>({ service, path: '/v1/order/outSheet', access }),
  /** Sends entries of one device and person for one delivery, in order, at most `limits.drainBatchMost`. */
  entries: command<
    { id: number; device_id: string; entries: OutEntry[] },
    { answers: AllotAnswer[]; server_time: string }
  >({ service, path: '/v1/order/outEntries', access }),
  /** A device's word on what it has not sent yet. `rev` rises on the device; an older word that arrives late is passed over. */
  report: command<{ id: number; device_id: string; rev: number; unsent: number }, { server_time: string }>({
    service,
    path: '/v1/order/outReportEntries',
    access,
  }),
  /** What waits for a person before the delivery is shipped, and the tablets that work on it. */
  open: query<{ id: number }, { list: OpenOutEntry[]; devices: AllotDevice[] }>({
    service,
    path: '/v1/order/outOpenEntries',
    access: 'order:outView',
  }),
  /** Counts entries as goods of the delivery, or sets them aside with a reason. A taking-back that came late can only be set aside. */
  decide: command<
    { id: number; op_ids: string[]; sku_id?: number | undefined; reason?: string | undefined },
    { count: number }
  >({ service, path: '/v1/order/outDecideEntries', access }),
} as const;
