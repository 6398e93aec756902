import { person } from '../../kit/base-fields.ts';
import type { BulkChange } from '../../kit/bulk.ts';
import { query } from '../../kit/call.ts';
import { document } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { codesOf, type States } from '../../kit/states.ts';
import { oneOf, type Plain } from '../../kit/transition.ts';
import { toolType } from '../enums.ts';

/** States (domain.md §4, amendments G18) and their codes by name. */
export const batchStates = {
  1: ['待执行', 'queued', 'waiting'],
  2: ['执行中', 'running', 'moving'],
  3: ['已完成', 'done', 'done'],
  4: ['部分失败', 'partly', 'refused'],
  5: ['失败', 'failed', 'refused'],
  6: ['已撤销', 'undone', 'void'],
  [-1]: ['已取消', 'cancelled', 'void'],
} as const satisfies States;
export const batchStatus = codesOf(batchStates);

/** States in which somebody waits for it. */
export const batchGoing: readonly number[] = [batchStatus.queued, batchStatus.running];

/** What became of a row. `left` was changed and not undone; `same` stood as it was to be. */
export const lineOutcome = { waiting: 0, changed: 1, refused: 2, undone: 3, left: 4, same: 5 } as const;
export const lineOutcomes = {
  0: '待执行',
  1: '已修改',
  2: '失败',
  3: '已撤销',
  4: '未撤销',
  5: '无变化',
} as const;

const sum = { derived: true, initial: 0 } as const;

/**
 * Many records changed at once (domain.md §3.2, §4, amendments G18): its rows stand beside it, each with what was there before.
 * The work is a task; what became of every row is kept here, and can be undone as another task.
 */
export const toolBatch = document('toolBatch', {
  label: '批量任务',
  group: '/v1/tools',
  number: { prefix: 'BT', field: 'batch_no' },
  title: 'batch_no',
  fields: {
    batch_no: text('任务编号', { unique: true, derived: true }),
    type: choice('任务类型', toolType, { required: true, derived: true }),
    total: integer('总行数', sum),
    ok_count: integer('成功数', sum),
    error_count: integer('失败数', sum),
    undone_count: integer('已撤销数', sum),
    left_count: integer('未撤销数', sum),
    progress: integer('进度', sum),
    undoing: flag('撤销中', { derived: true }),
    runner_id: reference(() => person, '执行人', { derived: true }),
    task_id: integer('工单ID', { derived: true }),
    finished_at: time('完成时间', { derived: true }),
  },
  states: batchStates,
  begins: [batchStatus.queued],
  editable: [],
  transitions: {
    execute: { label: '执行', from: [1], to: 2, by: 'system' },
    finish: { label: '结束', from: [1, 2], to: oneOf([3, 4, 5, 6, -1], settled), by: 'system' },
    cancel: {
      label: '取消',
      from: [1, 2],
      // Stopped in the middle it is as done as it is, and an undoing that is stopped leaves a batch that was done.
      to: oneOf([3, 4, 5, 6, -1], settled),
      segment: 'batchCancel',
      access: 'tools:batchCancel',
      confirm: '已执行的行不会恢复，其余各行不再执行，确认取消？',
      atWill: true,
    },
    retry: { label: '重试', from: [4, 5], to: 1, segment: 'batchRetry', access: 'tools:batchEdit', atWill: true },
    undo: {
      label: '撤销',
      from: [3, 4, 6],
      to: 1,
      segment: 'undo',
      access: 'tools:batchEdit',
      confirm: '已修改的行恢复为修改前的内容，此后又被改动的行保留不动并列出，确认撤销？',
      atWill: true,
    },
  },
  calls: {
    list: ['batchList', 'tools:view'],
    detail: ['batchDetail', 'tools:view'],
  },
  list: {
    columns: [
      'batch_no',
      'type',
      'total',
      'ok_count',
      'error_count',
      'undone_count',
      'progress',
      'status',
      'created_by',
      'created_at',
      'finished_at',
    ],
    filters: ['type', 'status', 'created_by', 'created_at'],
    search: ['batch_no'],
    sort: ['-id', 'batch_no', '-created_at'],
  },
});

/** Where a batch that is no longer under way stands, by what became of its rows. */
function settled({ total, ok_count: done, error_count: refused, undone_count: undone }: Plain): 3 | 4 | 5 | 6 | -1 {
  if (Number(undone) > 0) return batchStatus.undone;
  if (Number(done) + Number(refused) === 0) return batchStatus.cancelled;
  if (Number(done) === 0) return batchStatus.failed;
  return done === total ? batchStatus.done : batchStatus.partly;
}

/** One row of a batch, as far as its reader may see the record. */
export interface BatchLine {
  id: number;
  row_no: number;
  target_id: number;
  title: string;
  outcome: (typeof lineOutcome)[keyof typeof lineOutcome];
  changes: BulkChange[];
  /** Why it was refused, or left when the others were undone; of one that was done, what its save said besides. */
  error: string | null;
}

const seen = { service: 'erp', access: 'tools:view' } as const;

export const toolBatchCalls = {
  lines: query<
    { id: number; line_status?: number[]; page?: number; page_size?: number },
    { list: BatchLine[]; total: number }
  >({ ...seen, path: '/v1/tools/batchLines' }),
  /** The rows as a file; those with these outcomes, all by default. */
  download: query<{ id: number; line_status?: number[]; fileName?: string; export?: number }, never>({
    ...seen,
    path: '/v1/tools/download',
  }),
};
