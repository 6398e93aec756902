import { command, query } from '../../kit/call.ts';
import type { LineSheet } from '../tasks/line-sheet.ts';

type Row = Record<string, unknown> & { id: number };

/** One code and the number of its tag. */
export interface Binding {
  unique_code: string;
  epc: string;
  /** The goods it should be of, where whoever binds knows. */
  sku_id?: number;
}

/** What became of bindings: those that are wrong are left out, by their place among those that were sent. */
export interface Bound {
  ok_count: number;
  errors: { place: number; unique_code: string; error: string }[];
}

/** A code with everything that ever happened to it, the first first: a row of `uniqueCode` and rows of `codeRecord`, as their lists spell them. */
export interface CodeTrack {
  code: Row;
  /** What the tag says by itself; null for a number that is not GS1's. */
  tag: { uri: string; gtin: string; serial: string } | null;
  records: Row[];
}

const erp = { service: 'erp' } as const;

export const codeCalls = {
  bind: command<{ items: Binding[] }, Bound>({ ...erp, path: '/v1/stock/codeBind', access: 'stock:codeBind' }),
  /** Another tag for the same code (event 19, amendments G18). */
  rebind: command<{ code_id: number; epc: string; reason: string }, { id: number }>({
    ...erp,
    path: '/v1/UniqueCode/rebind',
    access: 'UniqueCode:rebind',
  }),
  void: command<{ code_ids: number[]; reason: string }, { count: number }>({
    ...erp,
    path: '/v1/stock/codeVoid',
    access: 'stock:codeVoid',
  }),
  /** Within a warehouse: no quantity changes. */
  move: command<{ code_ids: number[]; position: string }, { count: number }>({
    ...erp,
    path: '/v1/stock/codeMove',
    access: 'stock:codeBind',
  }),
  /** `op` 1: they are missing, 2: they are found. Makes an adjustment for each warehouse, which a second person passes. */
  lost: command<{ code_ids: number[]; op: 1 | 2; reason: string }, { adjust_nos: string[] }>({
    ...erp,
    path: '/v1/stock/codeLost',
    access: 'stock:codeVoid',
  }),
  /** A file that was uploaded for it; `source_no`: of what was read for a document, its number. */
  upload: command<
    { file_id: string; file_type: number; code_order_id?: number; source_no?: string; zone?: string },
    { id: number; no: string }
  >({ ...erp, path: '/v1/stock/uploadCodeFile', access: 'stock:codeBind' }),
  track: query<{ unique_code?: string; epc?: string }, CodeTrack>({
    ...erp,
    path: '/v1/stock/poolTrack',
    access: 'stock:poolView',
  }),
};

/** Codes of one call of bind, void, move and lost. */
export const codesAtOnce = 5000;

/** The columns of a file of codes (domain.md §11 tpl_code). */
export const codeSheet: LineSheet = {
  template: 'code_file',
  label: '码文件',
  columns: [
    {
      key: 'unique_code',
      label: '唯一码',
      aliases: ['码', 'code', 'unique code', '编号'],
      required: false,
      rule: '16 位数字；工厂文件必填，扫描文件可只填 EPC',
      example: '1000000000000018',
    },
    {
      key: 'epc',
      label: 'EPC码',
      aliases: ['EPC', '标签', 'tag'],
      required: false,
      rule: '24 或 52 位十六进制；工厂文件必填',
      example: '3074257BF7194E4000001A85',
    },
    {
      key: 'sku_no',
      label: 'SKU编码',
      aliases: ['货品编码', 'SKU', 'sku no'],
      required: false,
      rule: '填写时须与唯一码的货品一致',
      example: 'S0000000001',
    },
  ],
};
