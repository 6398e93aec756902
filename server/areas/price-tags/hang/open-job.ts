import { sql } from 'kysely';
import { hangTagCode } from '#contract/areas/price-tags/hang-tag-code.ts';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { closedWords } from '#contract/kit/transition.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { LockedDocument } from '#server/kit/step.ts';
import type { Source } from '#server/ledger/posting.ts';

/** A job that may be printed, under its lock. Refuses one that is finished or void. */
export async function lockJob(context: WriteContext, id: number): Promise<LockedDocument<typeof hangTagJob>> {
  const [job] = await lockRecords(context, hangTagJob, [id]);
  if (!job) throw new Refusal('notFound');
  const step = hangTagJob.transitions.print;
  if (step && !step.from.includes(job.status))
    throw new Refusal('illegalTransition', `${String(job.job_no)} ${closedWords(hangTagJob.states, job.status, step)}`);
  return job;
}

/** Who the job is to the ledger of codes. */
export const sourceOf = ({ id, job_no }: LockedDocument<typeof hangTagJob>): Source => ({
  docType: hangTagJob.name,
  docId: id,
  docNo: job_no,
});

export interface JobCode {
  /** Of the row that says it is this job's. */
  readonly id: number;
  readonly line_id: number;
  readonly code_id: number;
  readonly unique_code: string;
  readonly sku_id: number;
  readonly barcode: string | null;
  readonly status: number;
  readonly is_printed: boolean;
  readonly print_count: number;
  readonly epc: string | null;
}

/** The codes of a job that the caller sees, all or those with these ids, in their order. */
export async function codesOfJob(
  { db, actor }: WriteContext,
  jobId: number,
  codeIds?: readonly number[],
): Promise<JobCode[]> {
  const { rows } = await sql<JobCode>`
    select r.id, t.line_id, r.code_id, r.unique_code, r.sku_id, r.barcode, r.status, r.is_printed, r.print_count, r.epc
    from hang_tag_code as r join hang_tag_job_code t on t.id = r.id
    where r.job_id = ${jobId} and ${isVisible(hangTagCode, actor, 'r')}${codeIds ? sql` and r.code_id = any(${[...codeIds]}::bigint[])` : sql``}
    order by r.id`.execute(db);
  return rows;
}

/** Counts on the lines what their codes say. */
export async function countCodes({ db }: WriteContext, jobId: number): Promise<void> {
  await sql`
    update hang_tag_job_line l set printed_qty = c.printed, written_qty = c.written from (
      select line_id, count(*) filter (where print_count > 0 or epc is not null) as printed, count(*) filter (where epc is not null) as written
      from hang_tag_job_code where hang_tag_job_id = ${jobId} group by 1
    ) c where l.id = c.line_id and (l.printed_qty <> c.printed or l.written_qty <> c.written)`.execute(db);
}
