import { z } from 'zod';
import { codesCounted } from '#contract/areas/codes/code-reading-events.ts';
import {
  closeZoneCall,
  countableCall,
  countCall,
  decideExceptionCall,
  downloadCall,
  progressCall,
  reportCall,
  reviewLinesCall,
  settleShortfallCall,
} from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import {
  closeZonesCall,
  countersCall,
  importCountsCall,
  paperCall,
  sheetCodesCall,
  startPreviewCall,
} from '#contract/areas/warehouse/stocktaking-calls.ts';
import { stocktakingPrinting } from '#contract/areas/warehouse/stocktaking-printing.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { servePrinting } from '#server/kit/register-print.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks } from '#server/kit/step.ts';
import { applyAudit } from './audit.ts';
import { closeZone, closeZones } from './close-zones.ts';
import { countFile } from './count-file.ts';
import { countFirst } from './count-first.ts';
import { announceCounters, checkCounters, readCounters } from './counters.ts';
import { downloadSheet, reportDevice } from './devices.ts';
import { decideException } from './exceptions.ts';
import { bookHiding, hideBook } from './hide-book.ts';
import { readCountRows } from './import-counts.ts';
import { guardMissing, nameMissing } from './missing-codes.ts';
import { noRepeats } from './no-repeats.ts';
import { openCalls } from './open-calls.ts';
import { countersOf, workersOf } from './participants.ts';
import { guardPost, postSheet, sendBack, settleShortfall } from './post.ts';
import { readPaper, readStartPreview } from './preview.ts';
import { readCountable, readProgress } from './progress.ts';
import { readSheetCodes } from './read-codes.ts';
import { receiveCounts } from './receive-counts.ts';
import { applyReview, guardReview } from './review.ts';
import { reviewLines } from './review-lines.ts';
import { guardStart, openSheet, thaw } from './start.ts';
import { refuseOpenZones, workOut } from './submit.ts';

/** Stocktaking: what is special about it (domain.md §4.13, amendments A). */
export function serveStocktaking(kit: Kit): void {
  serveDocument(kit, stocktaking, hooksOf(kit));
  kit.registry.events.on(codesCounted, countFile);
  const { registry } = kit;
  registry.write(countCall, countRequest, receiveCounts);
  registry.write(
    downloadCall,
    z.strictObject({
      id,
      device_id: device,
      device_name: z.string().trim().max(limits.name),
      zones: z
        .array(zoneCode)
        .min(1)
        .max(200)
        .superRefine(noRepeats((zone) => zone)),
    }),
    downloadSheet,
  );
  registry.write(reportCall, reportRequest, reportDevice);
  for (const call of [countCall, reportCall]) registry.reserve(call);
  registry.write(closeZoneCall, z.strictObject({ id, zone_id: id, override_reason: reason.optional() }), closeZone);
  registry.write(
    closeZonesCall,
    z.strictObject({
      id,
      zone_ids: z
        .array(id)
        .min(1)
        .max(200)
        .superRefine(noRepeats((zone) => zone)),
      unused: z.boolean().optional(),
      override_reason: reason.optional(),
    }),
    closeZones,
  );
  registry.read(countersCall, z.strictObject({ warehouse_id: id }), readCounters);
  registry.read(startPreviewCall, z.strictObject({ id }), readStartPreview);
  registry.read(sheetCodesCall, z.strictObject({ id }), readSheetCodes);
  registry.read(paperCall, z.strictObject({ id }), readPaper);
  registry.read(importCountsCall, z.strictObject({ id, rows: countRows }), readCountRows);
  registry.read(countableCall, z.strictObject({}), readCountable);
  registry.read(progressCall, z.strictObject({ id }), readProgress);
  registry.write(
    decideExceptionCall,
    z.strictObject({
      id,
      count_ids: z.array(id).min(1).max(limits.pastedEntries),
      sku_id: id.optional(),
      reason: reason.optional(),
    }),
    decideException,
  );
  registry.write(
    reviewLinesCall,
    z.strictObject({ id, lines: z.array(reviewedLine).min(1).max(limits.documentLines) }),
    reviewLines,
  );
  registry.write(settleShortfallCall, z.strictObject({ id }), (context, asked) => settleShortfall(context, asked, kit));
  servePrinting(kit, stocktakingPrinting);
}

const hooksOf = (kit: Kit): DocumentHooks<typeof stocktaking> => ({
  next: countFirst,
  present: hideBook,
  hiding: bookHiding,
  opens: openCalls,
  async derive(context, values) {
    await checkCounters(context, values);
    return {};
  },
  after: (context, _id, now, before) =>
    announceCounters(kit.registry.events, context, { now, before: before?.counter_ids ?? [] }),
  transitions: {
    start: { guard: guardStart, effect: openSheet },
    submit: { guard: refuseOpenZones, effect: workOut },
    review: { participants: countersOf, guard: guardReview, effect: applyReview },
    audit: { participants: workersOf, effect: applyAudit },
    post: { guard: guardPost, effect: (step) => postSheet(step, kit) },
    sendBack: { effect: sendBack },
    nameMissing: { guard: guardMissing, effect: nameMissing },
    void: { effect: thaw },
    cancel: { effect: thaw },
  },
});

const id = z.int().min(1);
const device = z.string().trim().min(8).max(64);
const zoneCode = z.string().trim().min(1).max(16);
const reason = z.string().trim().min(limits.reasonLeast).max(limits.reason);
const reviewedLine = z.strictObject({
  id,
  diff_qty: z.int().nullable(),
  reason: reason.nullish(),
  recount: z.boolean().optional(),
});

const cell = z.string().trim().max(limits.name);
const countRows = z
  .array(z.strictObject({ code: cell, qty: cell, zone: cell, grade: cell }))
  .min(1)
  .max(limits.documentLines, tooManyEntries(limits.documentLines));

const countEntry = z
  .strictObject({
    op_id: z.uuid().toLowerCase(),
    seq: z.int().min(1),
    kind: z.enum(['add', 'total', 'void']),
    zone: zoneCode,
    round: z.int().min(1).max(100),
    barcode: z.string().min(1).max(limits.name),
    imperfect_type: z.int().min(0).max(4),
    qty: z.int().min(0).max(limits.quantity),
    counted_at: z.iso.datetime({ offset: true }),
    time_doubtful: z.literal(true).optional(),
    voids: z.uuid().toLowerCase().optional(),
  })
  .refine((entry) => entry.kind !== 'add' || entry.qty > 0, { path: ['qty'], message: '数量应大于 0' })
  .refine((entry) => entry.kind !== 'void' || entry.voids !== undefined, {
    path: ['voids'],
    message: '请指明要撤销的记录',
  });
const countRequest = z.strictObject({
  id,
  device_id: device,
  device_name: z.string().trim().min(1).max(limits.name).optional(),
  entries: z
    .array(countEntry)
    .min(1)
    .max(limits.drainBatchMost)
    .superRefine(noRepeats((entry) => entry.op_id, 'op_id')),
});
const reportRequest = z.strictObject({
  id,
  device_id: device,
  rev: z.int().min(1),
  // 0 of a stream that was on a tablet before rounds were noted there.
  round: z.int().min(0).max(100).optional(),
  zones: z
    .array(z.strictObject({ zone: zoneCode, unsent: z.int().min(0), finished: z.boolean() }))
    .max(200)
    .superRefine(noRepeats((word) => word.zone, 'zone')),
});
