import { sql } from 'kysely';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { opensFrom } from '#contract/areas/codes/code-life.ts';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import type { HangTag, tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { hangSource, tagLimits } from '#contract/areas/price-tags/tag-enums.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readBareLines } from '#server/kit/lines.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { moveCodes } from '#server/ledger/codes.ts';
import { readTags } from '../read-tags.ts';
import { codesOfJob, countCodes, type JobCode, lockJob, sourceOf } from './open-job.ts';

interface Asked {
  readonly id: number;
  readonly line_ids?: readonly number[] | undefined;
  readonly code_ids?: readonly number[] | undefined;
  readonly again?: boolean | undefined;
}

interface JobLine {
  readonly id: number;
  readonly sku_id: number;
  readonly qty: number;
  readonly printed_qty: number;
}

/** So many tags of a line, or that of one of its codes. */
interface Planned {
  readonly line: JobLine;
  readonly copies: number;
  readonly code: JobCode | undefined;
  readonly again: boolean;
}

type Printed = OutputOf<typeof tagCalls.jobPrint>;

/** What goes on paper next: registered, told to the codes, and answered as it is drawn. */
export async function printJob(kit: Kit, context: WriteContext, asked: Asked): Promise<Printed> {
  const job = await lockJob(context, asked.id);
  const lines = await linesOf(context, asked);
  const planned =
    job.source_type === hangSource.codeOrder ? await planCodes(context, asked, lines) : planLines(asked, lines);
  if (planned.length === 0)
    throw new Refusal('illegalTransition', asked.again ? '没有可以重打的吊牌' : '已全部打印，重打请选择“再次打印”');
  const { now, fits } = cut(planned);
  const pages = await pagesOf(context, now);
  await (job.source_type === hangSource.codeOrder ? registerCodes(context, job, now) : registerLines(context, now));
  const copies = now.reduce((sum, one) => sum + one.copies, 0);
  await runTransition(kit.registry, context, {
    definition: hangTagJob,
    name: 'print',
    id: job.id,
    remark: `${asked.again ? '再次打印' : '打印'} ${copies} 张`,
  });
  return { pages, is_again_print: now.some(({ again }) => again), left: fits };
}

async function linesOf({ db }: WriteContext, { id, line_ids }: Asked): Promise<JobLine[]> {
  const lines: JobLine[] = await readBareLines(db, hangTagJob, id);
  if (!line_ids) return lines;
  const unknown = line_ids.findIndex((one) => !lines.some((line) => line.id === one));
  if (unknown >= 0) throw new Refusal('invalid', '明细不是本单的', `line_ids.${unknown}`);
  return lines.filter((line) => line_ids.includes(line.id));
}

function planLines({ again = false, code_ids }: Asked, lines: readonly JobLine[]): Planned[] {
  if (code_ids) throw new Refusal('invalid', '本单没有唯一码', 'code_ids');
  return lines.flatMap((line) => {
    const copies = again ? line.qty : Math.max(line.qty - line.printed_qty, 0);
    return copies > 0 ? [{ line, copies, code: undefined, again }] : [];
  });
}

/** Codes that have been voided need no tag; one that left with its piece cannot get one any more, and says so. */
async function planCodes(context: WriteContext, asked: Asked, lines: readonly JobLine[]): Promise<Planned[]> {
  const { again = false, code_ids } = asked;
  const codes = await codesOfJob(context, asked.id, code_ids);
  const unknown = (code_ids ?? []).findIndex((one) => !codes.some(({ code_id }) => code_id === one));
  if (unknown >= 0) throw new Refusal('invalid', '唯一码不是本单的', `code_ids.${unknown}`);
  const byId = new Map(lines.map((line) => [line.id, line]));
  return codes.flatMap((code): Planned[] => {
    const line = byId.get(code.line_id);
    if (!line || code.status === codeStatus.void || (code.is_printed && !again)) return [];
    // A whole line is printed again as far as its pieces are still here.
    if (!code_ids && again && !opensFrom('print', code.status)) return [];
    return [{ line, copies: 1, code, again: code.is_printed }];
  });
}

/** At most so many tags in one print; how many are left for the next. */
function cut(planned: readonly Planned[]): { now: Planned[]; fits: number } {
  const now: Planned[] = [];
  let room: number = tagLimits.tags;
  let left = 0;
  for (const one of planned) {
    const copies = Math.min(one.copies, room);
    if (copies > 0) now.push({ ...one, copies });
    room -= copies;
    left += one.copies - copies;
  }
  return { now, fits: left };
}

async function pagesOf(context: WriteContext, planned: readonly Planned[]): Promise<HangTag[]> {
  const skuIds = [...new Set(planned.map(({ line }) => line.sku_id))];
  const faces = new Map((await readTags(context, { sku_ids: skuIds })).map((page) => [page.sku_id, page]));
  return planned.flatMap(({ line, copies, code }) => {
    const face = faces.get(line.sku_id);
    if (!face) return [];
    const { price: _price, ...page } = face;
    const values = { ...page.values, unique_code: code?.unique_code ?? '' };
    return [{ ...page, values, copies, line_id: line.id, code_id: code?.code_id ?? null }];
  });
}

async function registerCodes(
  context: WriteContext,
  job: Parameters<typeof sourceOf>[0],
  planned: readonly Planned[],
): Promise<void> {
  const codes = planned.flatMap(({ code }) => code ?? []);
  await moveCodes(context.db, {
    source: sourceOf(job),
    moves: codes.map(({ code_id }) => ({ codeId: code_id, step: 'print' })),
    happenedAt: context.now.toISOString(),
    opId: context.opId,
    adminId: context.actor.id,
  });
  await sql`
    update hang_tag_job_code set print_count = print_count + 1, printed_at = ${context.now.toISOString()}
    where id = any(${codes.map(({ id }) => id)}::bigint[])`.execute(context.db);
  await countCodes(context, job.id);
}

/** What is printed again is no more than was asked for. */
async function registerLines({ db }: WriteContext, planned: readonly Planned[]): Promise<void> {
  await sql`
    update hang_tag_job_line l set printed_qty = least(l.qty, case when e.again = 1 then greatest(l.printed_qty, e.copies) else l.printed_qty + e.copies end)
    from ${rowsOf('e', {
      id: ['bigint', planned.map(({ line }) => line.id)],
      copies: ['bigint', planned.map(({ copies }) => copies)],
      again: ['smallint', planned.map(({ again }) => (again ? 1 : 0))],
    })} where l.id = e.id`.execute(db);
}
