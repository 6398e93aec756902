import { z } from 'zod';
import { type AllotEnd, allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { decideEntries, readOpenEntries } from './open-entries.ts';
import { readOpenAllots, readSheet } from './read-sheet.ts';
import { receiveEntries } from './receive-entries.ts';
import { reportEntries } from './report.ts';

/** Work on allots with tablets: what they download, what they send, and what a person must say of it, at either end. */
export function serveEntries(kit: Kit): void {
  for (const end of ['out', 'into'] as const) serveEnd(kit, end);
}

function serveEnd(kit: Kit, end: AllotEnd): void {
  const { registry } = kit;
  const calls = allotEntryCalls[end];
  registry.read(calls.listed, z.strictObject({}), async (context) => await readOpenAllots(context, end));
  registry.read(calls.sheet, z.strictObject({ id, device_id: device }), async (context, asked) => {
    return await readSheet(kit, context, { ...asked, end });
  });
  registry.write(calls.entries, z.strictObject({ id, device_id: device, entries }), async (context, sent) => {
    return await receiveEntries(kit, context, { ...(sent as Parameters<typeof receiveEntries>[2]), end });
  });
  registry.write(calls.report, reporting, async (context, told) => await reportEntries(context, { ...told, end }));
  // People wait for them with the goods in hand.
  for (const call of [calls.entries, calls.report]) registry.reserve(call);
  registry.read(calls.open, z.strictObject({ id }), async (context, asked) => {
    return await readOpenEntries(context, { ...asked, end });
  });
  registry.write(calls.decide, deciding, async (context, asked) => {
    return await decideEntries(kit, context, { ...asked, end });
  });
}

/** Damaged pieces of a line that a signing names, and lines that it names them of. */
const codesMost = 500;
const linesMost = 500;
const id = z.int().min(1);
const device = z.string().trim().min(8).max(64);
const opId = z.uuid().toLowerCase();
const reporting = z.strictObject({ id, device_id: device, rev: z.int().min(1), unsent: z.int().min(0) });
const entry = z
  .strictObject({
    op_id: opId,
    seq: z.int().min(1),
    kind: z.enum(['add', 'void', 'pack', 'send', 'accept', 'sign']),
    barcode: z.string().max(limits.name),
    imperfect_type: z.int().min(0).max(4),
    qty: z.int().min(0).max(limits.quantity),
    carton: z.int().min(1).max(9999).nullable(),
    counted_at: z.iso.datetime({ offset: true }),
    time_doubtful: z.literal(true).optional(),
    voids: opId.optional(),
    logistics_id: id.nullish(),
    waybill_no: z.string().trim().max(limits.name).nullish(),
    damaged: z
      .array(
        z.strictObject({
          line_id: id,
          codes: z.array(z.string().trim().min(1).max(limits.name)).min(1).max(codesMost),
        }),
      )
      .max(linesMost)
      .optional(),
  })
  .refine(({ kind, barcode }) => kind !== 'add' || barcode.trim() !== '', {
    path: ['barcode'],
    message: '请扫描条码',
  })
  .refine(({ kind, qty }) => (kind === 'add') === qty > 0, { path: ['qty'], message: '数量应大于 0' })
  .refine(({ kind, voids }) => (kind === 'void') === (voids !== undefined), {
    path: ['voids'],
    message: '请指明要撤销的记录',
  })
  .refine(({ kind, damaged }) => kind === 'sign' || damaged === undefined, {
    path: ['damaged'],
    message: '签收时才指明残次的唯一码',
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
