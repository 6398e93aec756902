import { z } from 'zod';
import {
  countableInboundCall,
  countEntriesCall,
  decideEntriesCall,
  inboundSheetCall,
  openEntriesCall,
  reportInboundCall,
} from '#contract/areas/purchasing/inbound-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Registry } from '#server/kit/registry.ts';
import { readCountable, readCountSheet } from './count-sheet.ts';
import { decideEntries, readOpenEntries } from './open-entries.ts';
import { receiveEntries } from './receive-entries.ts';
import { reportCount } from './report-count.ts';

/** Counting with tablets: what they download, what they send, and what a person must say of it. */
export function serveEntries(registry: Registry): void {
  registry.read(countableInboundCall, z.strictObject({}), readCountable);
  registry.read(inboundSheetCall, z.strictObject({ id, device_id: device }), readCountSheet);
  registry.write(countEntriesCall, z.strictObject({ id, device_id: device, entries }), receiveEntries);
  registry.write(
    reportInboundCall,
    z.strictObject({ id, device_id: device, rev: z.int().min(1), unsent: z.int().min(0) }),
    reportCount,
  );
  // People wait for them with the goods in hand.
  for (const call of [countEntriesCall, reportInboundCall]) registry.reserve(call);
  registry.read(openEntriesCall, z.strictObject({ id }), readOpenEntries);
  registry.write(decideEntriesCall, deciding, decideEntries);
}

const id = z.int().min(1);
const device = z.string().trim().min(8).max(64);
const opId = z.uuid().toLowerCase();
const day = z.iso.date().nullable();
const entry = z
  .strictObject({
    op_id: opId,
    seq: z.int().min(1),
    kind: z.enum(['add', 'void', 'done']),
    barcode: z.string().max(limits.name),
    imperfect_type: z.int().min(0).max(4),
    qty: z.int().min(0).max(limits.quantity),
    production_date: day,
    expire_at: day,
    counted_at: z.iso.datetime({ offset: true }),
    time_doubtful: z.literal(true).optional(),
    voids: opId.optional(),
  })
  .refine(({ kind, barcode }) => (kind === 'done') === (barcode === ''), { path: ['barcode'], message: '请填写条码' })
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
