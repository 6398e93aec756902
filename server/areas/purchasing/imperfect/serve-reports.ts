import { z } from 'zod';
import { imperfectReportCall, reportPlacesCall, reportsMost } from '#contract/areas/purchasing/imperfect-report.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { readReportPlaces } from './report-places.ts';
import { takeReports } from './take-reports.ts';

/** Imperfect goods as tablets report them: where, and what. What a record may say is the record's own affair. */
export function serveReports({ registry }: Kit): void {
  registry.read(reportPlacesCall, z.strictObject({}), readReportPlaces);
  registry.write(
    imperfectReportCall,
    z.strictObject({
      warehouse_id: z.int().min(1),
      device_id: z.string().trim().min(8).max(64),
      entries: z
        .array(entry)
        .min(1)
        .max(reportsMost)
        .refine((all) => new Set(all.map(({ op_id }) => op_id)).size === all.length, {
          message: '同一条记录出现了两次',
        }),
    }),
    (context, input) => takeReports(registry, context, input),
  );
}

const entry = z.strictObject({
  op_id: z.uuid().toLowerCase(),
  barcode: z.string().trim().min(1).max(limits.name),
  source_type: z.int(),
  imperfect_type: z.int(),
  qty: z.int().min(1).max(limits.quantity),
  reason: z.string().trim().min(limits.reasonLeast).max(limits.reason),
  file_id: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable(),
  found_at: z.iso.datetime({ offset: true }),
  time_doubtful: z.literal(true).optional(),
});
