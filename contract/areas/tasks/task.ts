import type { Fields } from '../../kit/field.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';

/** Exports by the ids of specification §3; imports join behind 100, as ours. */
export const taskType = { goods: 1, orders: 2, inbound: 3, purchase: 4, stock: 5 } as const;
export type ExportType = (typeof taskType)[keyof typeof taskType];
export const exportTypes = { 1: '商品', 2: '订单', 3: '入库', 4: '采购', 5: '库存' } as const;

/** What a list shows to somebody, as a file: ours, beside the kinds of the specification (decision 0039). */
export const listTask = 6;

export const importType = { goods: 101, openingStock: 102, orders: 103, contracts: 104 } as const;
export type ImportType = (typeof importType)[keyof typeof importType];
export const importTypes = { 101: '导入商品', 102: '导入期初库存', 103: '导入历史订单', 104: '导入合同' } as const;

/** Many records changed at once, or taken back; its rows and what became of them are a batch's (`tool-batch.ts`). */
export const bulkTask = 109;

/** A file of unique codes, looked through or done; what became of its rows stands with it (`contract/areas/codes`). */
export const codeFileTask = 110;

/** Styles brought to shops; what became of each stands with the push (`contract/areas/shop-goods`). */
export const pushTask = 112;

/** Balances made up to a day, and months closed (`contract/areas/reports`). */
export const booksTask = 117;

/** A channel's bill of a day, taken in and matched; its lines stand with the recon (`contract/areas/cashier`). */
export const reconTask = 115;
/** Coupons sent to members; what became of each stands with the send (`contract/areas/coupons`). */
export const sendTask = 113;

export const taskTypes = {
  ...exportTypes,
  [listTask]: '列表',
  ...importTypes,
  [bulkTask]: '批量修改',
  [codeFileTask]: '码文件',
  [pushTask]: '商品推送',
  [booksTask]: '结存与月结',
  [reconTask]: '渠道账单',
  [sendTask]: '发放优惠券',
} as const;

/** States of a task by name (domain.md §4.27). Queued and running are both shown as 进行中 (specification §4). */
export const taskStatus = { queued: 1, running: 2, done: 3, failed: 4, cancelled: -1 } as const;
export const taskStatuses = { 1: '进行中', 2: '进行中', 3: '已完成', 4: '失败', [-1]: '已取消' } as const;

/** States that the badge counts. */
export const unfinished: readonly number[] = [taskStatus.queued, taskStatus.running];

/** What an export is written as. */
export const fileFormats = { csv: 'CSV', xlsx: 'Excel (xlsx)' } as const;
export type FileFormat = keyof typeof fileFormats;

/** A task as lists show it, declared once: labels, kinds and words of its columns (domain.md §3.1 exportTask). */
export const taskFields = {
  serial_no: text('编号', { derived: true }),
  name: text('名称', { derived: true }),
  data_type: choice('类型', taskTypes, { derived: true }),
  status: choice('状态', taskStatuses, { derived: true }),
  progress: integer('进度', { derived: true, most: 100 }),
  remark: prose('备注', { derived: true }),
  row_count: integer('行数', { derived: true }),
  file_size: integer('文件大小', { derived: true }),
  created_at: time('创建时间', { derived: true }),
  finished_at: time('完成时间', { derived: true }),
  expire_at: time('文件过期时间', { derived: true }),
} as const satisfies Fields;

/** A task as the calls answer it (specification §3, domain.md §3.1). Times are ISO 8601; `file_size` in bytes. */
export interface Task {
  id: number;
  serial_no: string;
  name: string;
  data_type: keyof typeof taskTypes;
  status: (typeof taskStatus)[keyof typeof taskStatus];
  remark: string | null;
  /** 0 to 100. */
  progress: number;
  file_size: number | null;
  /** Under `/download/`; null while there is no file, and when there were no rows. */
  file_path: string | null;
  row_count: number | null;
  created_at: string;
  finished_at: string | null;
  /** When the file is removed. */
  expire_at: string | null;
}
