import { command, query } from '../../kit/call.ts';
import type { Saved } from '../../kit/calls.ts';
import type { QuantityRow, ReadRows } from './purchase-calls.ts';

/** A slot of a day with what it takes and what it has taken, in pieces; null where nothing limits it. */
export interface SlotLoad {
  date: string;
  slot: string;
  capacity_qty: number | null;
  /** Of appointments that are passed. */
  booked_qty: number;
  /** Of appointments that are written or wait to be passed. */
  asked_qty: number;
}

/** An appointment on the board of a day. */
export interface BoardArrival {
  id: number;
  arrival_no: string;
  /** Null where the caller does not see suppliers of this sort. */
  supplier_name: string | null;
  status: number;
  plan_qty: number;
  in_qty: number;
  carton_qty: number | null;
  truck_no: string | null;
  arrive_time: string | null;
  is_late: boolean;
}

/** A slot with its appointments. One that the setting does not know any more has no capacity. */
export interface BoardSlot extends SlotLoad {
  arrivals: BoardArrival[];
}

/** A line of the entry without orders: goods, and the order where somebody knows it. */
export interface TypedLine {
  sku_id: number;
  plan_qty: number;
  purchase_no?: string | null;
}

export interface TypedArrival {
  supplier_id: number;
  warehouse_id: number;
  appoint_date: string;
  appoint_slot: string;
  waybill_no?: string | null;
  truck_no?: string | null;
  carton_qty?: number | null;
  remark?: string | null;
  lines: TypedLine[];
}

/** A row of a file for the entry without orders. */
export interface TypedRow extends QuantityRow {
  purchase_no?: string;
}

const group = { service: 'erp' } as const;

export const arrivalCalls = {
  /** The slots of a warehouse from a day to another, with what is left of them. */
  calendar: query<{ warehouse_id: number; date_from: string; date_to: string }, { list: SlotLoad[] }>({
    ...group,
    access: 'login',
    path: '/v1/arrivalOrder/calendar',
  }),
  /** The dock of a warehouse on a day. */
  board: query<{ warehouse_id: number; date: string }, { slots: BoardSlot[] }>({
    ...group,
    access: 'arrivalOrder:view',
    path: '/v1/arrivalOrder/board',
  }),
  /** An appointment of goods alone: matched to open lines of orders, the oldest first. */
  addOld: command<TypedArrival, Saved>({ ...group, access: 'arrivalOrder:add', path: '/v1/arrivalOrder/addOld' }),
  /** Reads rows for `addOld`; every row is answered, nothing is stored. */
  importOld: query<
    { rows: TypedRow[] },
    Omit<ReadRows, 'lines'> & { lines: (ReadRows['lines'][number] & { purchase_no: string | null })[] }
  >({ ...group, access: 'arrivalOrder:add', path: '/v1/arrivalOrder/importOld' }),
};
