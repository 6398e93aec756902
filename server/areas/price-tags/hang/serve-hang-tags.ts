import { sql } from 'kysely';
import { z } from 'zod';
import { codesAtOnce } from '#contract/areas/codes/code-calls.ts';
import { hangTagCode } from '#contract/areas/price-tags/hang-tag-code.ts';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { hangSource } from '#contract/areas/price-tags/tag-enums.ts';
import { limits } from '#contract/kit/limits.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { deriveJob, takeCodes } from './derive-job.ts';
import { openOf } from './job-source.ts';
import { printJob } from './print-job.ts';
import { writeTags } from './write-tags.ts';

const id = z.int().min(1);
const ids = z.array(id).min(1).max(limits.documentLines);

/** Jobs of hang tags: what is special about them (domain.md §4.18). */
export function serveHangTags(kit: Kit): void {
  const { registry } = kit;
  serveDocument(kit, hangTagJob, {
    derive: deriveJob,
    after: takeCodes,
    transitions: { print: { effect: sumUp }, finish: { effect: letGo }, cancel: { effect: letGo } },
  });
  serveEntity(kit, hangTagCode);
  registry.read(
    tagCalls.jobSource,
    z.strictObject({
      source_type: z.literal([hangSource.purchaseOrder, hangSource.codeOrder]),
      source_no: z.string().trim().min(1).max(limits.name),
      write_epc: z.boolean().optional(),
    }),
    async (context, asked) => ({
      list: (await openOf(context, asked))
        .filter(({ open }) => open > 0)
        .map(({ sku_id, open }) => ({ sku_id, qty: open })),
    }),
    hangTagJob,
  );
  registry.write(
    tagCalls.jobPrint,
    z.strictObject({
      id,
      line_ids: ids.optional(),
      code_ids: z.array(id).min(1).max(codesAtOnce).optional(),
      again: z.boolean().optional(),
      printed: z
        .array(z.strictObject({ code_id: id, epc: z.string().trim().min(1).max(limits.name) }))
        .min(1)
        .max(codesAtOnce)
        .optional(),
    }),
    (context, { printed, ...asked }) =>
      printed ? writeTags(kit, context, { id: asked.id, printed }) : printJob(kit, context, asked),
    hangTagJob,
  );
}

/** What the lines say now. */
async function sumUp({ context, document }: Step<typeof hangTagJob>): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ printed_qty: number; written_qty: number }>`
    select sum(printed_qty)::bigint as printed_qty, sum(written_qty)::bigint as written_qty from hang_tag_job_line where hang_tag_job_id = ${document.id}`.execute(
    context.db,
  );
  return { ...rows[0] };
}

/** Codes that were not printed are free for another job. */
async function letGo({ context, document }: Step<typeof hangTagJob>): Promise<undefined> {
  await sql`
    update hang_tag_job_code set taken = false where hang_tag_job_id = ${document.id} and print_count = 0 and epc is null`.execute(
    context.db,
  );
  return undefined;
}
