import { z } from 'zod';
import { outEntryCalls as calls } from '#contract/areas/orders/out-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { decideEntries, readOpenEntries } from './open-entries.ts';
import { readOpenOuts, readSheet } from './read-sheet.ts';
import { receiveEntries } from './receive-entries.ts';
import { reportEntries } from './report.ts';

/** Deliveries of orders picked with tablets: what they download, what they send, and what a person must say of it. */
export function servePicking({ registry, ...kit }: Kit): void {
  registry.read(calls.listed, z.strictObject({}), async (context) => await readOpenOuts(context));
  registry.read(
    calls.sheet,
    z.strictObject({ id, device_id: device }),
    async (context, asked) => await readSheet(context, asked),
  );
  registry.write(calls.entries, z.strictObject({ id, device_id: device, entries }), async (context, sent) => {
    return await receiveEntries({ registry, ...kit }, context, sent as Parameters<typeof receiveEntries>[2]);
  });
  registry.write(calls.report, reporting, async (context, told) => await reportEntries(context, told));
  // People wait for them with the goods in hand.
  for (const call of [calls.entries, calls.report]) registry.reserve(call);
  registry.read(calls.open, z.strictObject({ id }), async (context, asked) => await readOpenEntries(context, asked));
  registry.write(calls.decide, deciding, async (context, asked) => {
    return await decideEntries({ registry, ...kit }, context, asked);
  });
}

const id = z.int().min(1);
const device = z.string().trim().min(8).max(64);
const opId = z.uuid().toLowerCase();
const reporting = z.strictObject({ id, device_id: device, rev: z.int().min(1), unsent: z.int().min(0) });
const entry = z
  .strictObject({
    op_id: opId,
    seq: z.int().min(1),
    kind: z.enum(['add', 'void', 'pack', 'send']),
    barcode: z.string().max(limits.name),
    imperfect_type: z.int().min(0).max(4),
    qty: z.int().min(0).max(limits.quantity),
    counted_at: z.iso.datetime({ offset: true }),
    time_doubtful: z.literal(true).optional(),
    voids: opId.optional(),
    logistics_id: id.nullish(),
    waybill_no: z.string().trim().max(limits.name).nullish(),
  })
  .refine(({ kind, barcode }) => kind !== 'add' || barcode.trim() !== '', {
    path: ['barcode'],
    message: '请扫描条码',
  })
  .refine(({ kind, qty }) => (kind === 'add') === qty > 0, { path: ['qty'], message: '数量应大于 0' })
  .refine(({ kind, voids }) => (kind === 'void') === (voids !== undefined), {
    path: ['voids'],
    message: '请指明要撤销的记录',
  });
const entries = z
  .array(entry)
  .min(1)
  .max(limits.drainBatchMost)
  .refine((all) => new Set(all.map(({ op_id }) => op_id)).size === all.length, { message: '同一条记录出现了两次' });
const deciding = z
  .strictObject({
    id,
    op_ids: z.array(opId).min(1).max(limits.pastedEntries),
    sku_id: id.optional(),
    reason: z.string().trim().min(limits.reasonLeast).max(limits.reason).optional(),
  })
  .refine(({ sku_id, reason }) => (sku_id === undefined) !== (reason === undefined), {
    path: ['reason'],
    message: '请选择货品，或填写搁置原因',
  })
  .refine(({ op_ids }) => new Set(op_ids).size === op_ids.length, {
    path: ['op_ids'],
    message: '同一条记录出现了两次',
  });
