import { type Access, command, query } from '../../kit/call.ts';
import type { Fields } from '../../kit/field.ts';
import { flag, word } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { shop } from '../partners/shop.ts';
import { warehouse } from '../partners/warehouse.ts';
import type { ImportForm, Mapping } from './import-columns.ts';
import { type ImportType, importTypes } from './task.ts';

/** Time zones that a sheet's times are usually in; any other IANA name is accepted as well. */
const sheetZones = {
  'Asia/Shanghai': '上海',
  'Europe/London': '伦敦',
  'Europe/Paris': '巴黎',
  'America/New_York': '纽约',
  'Asia/Tokyo': '东京',
  UTC: 'UTC',
} as const;

/** The options as fields, so that labels, inputs and references are declared once. */
export const importOptionFields = {
  warehouse_id: reference(() => warehouse, '仓库', { required: true }),
  shop_id: reference(() => shop, '门店'),
  month: text('销售月份'),
  zone: word('表中时间的时区', sheetZones, { initial: 'Asia/Shanghai' }),
  rate: text('汇率（一单位换多少元）', { initial: '1' }),
  fold_case: flag('编码不分大小写', { initial: true }),
  skip_errors: flag('略过不能导入的行'),
  make_missing: flag('新建没有的品牌、分类、颜色、尺码、单位'),
  strict: flag('行有误、商品未知或缺货时全部不导入'),
  post_stock: flag('过账库存（出库、退货入库）'),
} as const satisfies Fields & Record<keyof ImportOptions, unknown>;

/** How a sheet is imported. Each kind takes its own of these; others are refused by name. */
export interface ImportOptions {
  /** Yuan for a unit of the sheet's money, at most 6 decimals, as text so that no rate is a float. */
  rate?: string;
  /** Codes that differ by letter case alone are one. */
  fold_case?: boolean;
  /** Goods and stock: bad rows are left out; without it one of them stops all. */
  skip_errors?: boolean;
  /** Goods: brands, categories, colours, sizes and units that there are not are made; without it their rows are bad ones. */
  make_missing?: boolean;
  /** Orders: rows that cannot be read, unknown goods and orders short of stock stop all; without it they are left out. */
  strict?: boolean;
  /** Orders: what is added moves its pieces in the ledger; without it no stock changes (decision 0026). */
  post_stock?: boolean;
  warehouse_id?: number;
  shop_id?: number;
  /** Opening stock of order lines: which month's sales, `YYYY-MM`. */
  month?: string;
  /** Time zone of the times in the sheet. */
  zone?: string;
}

/** What is to be imported and how; `mapping` says which column of the sheet each known one is, counted from 0. */
export interface ImportOrder {
  file_id: string;
  mapping: Mapping;
  options: ImportOptions;
}

/** The beginning of an uploaded sheet, with the columns guessed from its heading. */
export interface ImportStart {
  name: string;
  size: number;
  heading: string[];
  rows: string[][];
  mapping: Mapping;
  /** The options that this person may use. */
  options: (keyof ImportOptions)[];
}

/** Rows, pieces and fen of one part of the sheet. */
export interface ImportFigures {
  rows: number;
  pieces: number;
  amount: number;
}

/** One row that was not taken, or one thing that was changed on the way. `row` counts as a spreadsheet does. */
export interface ImportRemark {
  row: number | null;
  code: string;
  what: string;
  detail: string;
}

/** What came, or would come, of an import. Sentences are for people. */
export interface ImportResult {
  dry_run: boolean;
  /** False: something stood in the way and nothing is written. */
  done: boolean;
  /** Rows of the sheet below its heading. */
  rows: number;
  /** What was or would be added, and what each option did. */
  facts: { label: string; value: string }[];
  /** Remarks by their kind, the commonest first. */
  counts: { what: string; rows: number }[];
  /** Of orders, by month of business; `month` null: rows that cannot be read. Taken and refused add up to the file. */
  months: {
    month: string | null;
    sold: ImportFigures;
    returned: ImportFigures;
    there: ImportFigures;
    refused: ImportFigures;
    file: ImportFigures;
  }[];
  /** The first `remarksShown` remarks; all of them are in the task's file. */
  remarks: ImportRemark[];
}

export const remarksShown = 1000;

/** A task that was put in the queue. */
interface Queued {
  id: number;
  serial_no: string;
}

/** One kind of import: what it is called, what its sheets have, which of the options it takes, and its calls. */
export function importKind(
  type: ImportType,
  word: string,
  meaning: { access: Access; form: Omit<ImportForm, 'type'>; options: readonly (keyof ImportOptions)[] },
) {
  const { access, form, options } = meaning;
  const call = { service: 'task', access } as const;
  const path = `/v1/task/import${word}` as const;
  return {
    type,
    label: importTypes[type],
    access,
    form: { ...form, type },
    options,
    start: query<{ file_id: string }, ImportStart>({ ...call, path: `${path}Start` }),
    /** A rehearsal as a task: everything is done and taken back. */
    check: command<ImportOrder, Queued>({ ...call, path: `${path}Check` }),
    apply: command<ImportOrder, Queued>({ ...call, path: `${path}Apply` }),
    /** Null while the task has not come so far. */
    result: query<{ task_id: number }, { result: ImportResult | null }>({ ...call, path: `${path}Result` }),
  };
}

export type ImportKind = ReturnType<typeof importKind>;

/**
 * The keys that an option needs besides that of its kind, all of them: whoever moves stock by an import may both ask for a
 * change of stock and judge one (decision 0026).
 */
export const optionAccesses: Readonly<Partial<Record<keyof ImportOptions, readonly Access[]>>> = {
  post_stock: ['Inventory:adjustAdd', 'Inventory:adjustAudit'],
};
