import { command, query } from '../../kit/call.ts';
import type { Option } from '../../kit/calls.ts';
import { event } from '../../kit/event.ts';

/** The key that people count with. */
export const countKey = 'stocktaking:count';

/** People who may be named to count in a warehouse: they hold the key, and see the warehouse. */
export const countersCall = query<{ warehouse_id: number }, { list: Option[] }>({
  service: 'erp',
  path: '/v1/stocktaking/counters',
  access: 'stocktaking:view',
});

/** What a planned sheet would count if it started now. */
export interface StartPreview {
  /** Goods on book within the scope, each grade for itself. */
  goods: number;
  zones: number;
  counters: number;
}

/** What somebody is told before they start a sheet. */
export const startPreviewCall = query<{ id: number }, StartPreview>({
  service: 'erp',
  path: '/v1/stocktaking/startPreview',
  access: 'stocktaking:start',
});

/**
 * Closes several zones as `closeZoneCall` does one: all of them or none, over silent devices with one reason for all. `unused`:
 * refused where something has been counted in one of them, which a screen may not have heard yet.
 */
export const closeZonesCall = command<
  { id: number; zone_ids: number[]; unused?: boolean; override_reason?: string },
  { closed_at: string; closed: number }
>({ service: 'erp', path: '/v1/stocktaking/closeZones', access: 'stocktaking:count' });

/** What a take by codes found of sets (amendments A): codes that stand there and were not read, and lost ones that were. */
export interface SheetCodes {
  list: {
    id: number;
    unique_code: string;
    epc: string | null;
    sku_no: string;
    name: string;
    imperfect_type: number;
    position: string | null;
    /** Not read; lost and read, so that it comes back; or that stays lost, because the figures of its line leave no room for it. */
    part: 'missing' | 'returned' | 'stays';
  }[];
  /** How many there are, where they are more than the list takes. */
  count: number;
}

/** Which codes make the differences of a sheet, while somebody judges it. */
export const sheetCodesCall = query<{ id: number }, SheetCodes>({
  service: 'erp',
  path: '/v1/stocktaking/codes',
  access: 'stocktaking:view',
});

/** One line of the paper that people count on, as the detail spells one; of the book nothing. */
export type PaperLine = {
  id: number;
  sku_id: number;
  sku_id__title: string;
  sku_id__hint: string;
  imperfect_type: number;
};

/** What stands on the paper to count on: the lines of a sheet, or of a plan the goods on book within its scope. */
export const paperCall = query<{ id: number }, { list: PaperLine[] }>({
  service: 'erp',
  path: '/v1/stocktaking/paper',
  access: 'stocktaking:print',
});

/** A row of a file with what was counted: goods by their number or a barcode, a zone by its code or name. */
export interface CountRow {
  code: string;
  qty: string;
  zone: string;
  grade: string;
}

/** What became of the rows, counted from 1: lines to be entered, and the rows that made none. */
export interface ReadCountRows {
  lines: {
    row: number;
    sku_id: number;
    sku_no: string;
    name: string;
    qty: number;
    zone_id: number;
    imperfect_type: number;
  }[];
  errors: { row: number; words: string }[];
}

/** Reads rows of a file for a sheet that is being counted; every row is answered, nothing is stored before its figures are handed in. */
export const importCountsCall = query<{ id: number; rows: CountRow[] }, ReadCountRows>({
  service: 'erp',
  path: '/v1/stocktaking/import',
  access: countKey,
});

/** These people have been named to count a sheet that somebody else plans. */
export const countersChosen = event<{
  stocktaking_no: string;
  warehouse_name: string;
  plan_date: string;
  admin_ids: number[];
}>('stocktaking.countersChosen');
