import { sql } from 'kysely';
import { tagsWritten } from '#contract/areas/codes/code-events.ts';
import { plainEpc } from '#contract/areas/codes/epc.ts';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import type { tagCalls, WrittenTag } from '#contract/areas/price-tags/tag-calls.ts';
import { epcToWrite } from '#contract/areas/price-tags/written-epc.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { codesOfJob, countCodes, type JobCode, lockJob, sourceOf } from './open-job.ts';

/** Tags that have been written and read back. What the reader said must be what was to be written; then each is bound to its code. */
export async function writeTags(
  kit: Kit,
  context: WriteContext,
  { id, printed }: { id: number; printed: readonly WrittenTag[] },
): Promise<OutputOf<typeof tagCalls.jobPrint>> {
  const job = await lockJob(context, id);
  if (job.write_epc !== true) throw new Refusal('invalid', '本单不写 EPC', 'printed');
  const codes = await judged(context, id, printed);
  const { docType, docId, docNo } = sourceOf(job);
  await kit.registry.events.emit(context, tagsWritten, {
    doc_type: docType,
    doc_id: docId,
    doc_no: docNo ?? '',
    items: codes.map((code) => ({ unique_code: code.unique_code, epc: epcToWrite(code), sku_id: code.sku_id })),
  });
  await sql`
    update hang_tag_job_code t set epc = e.epc, written_at = ${context.now.toISOString()}
    from ${rowsOf('e', { id: ['bigint', codes.map((code) => code.id)], epc: ['text', codes.map(epcToWrite)] })} where t.id = e.id`.execute(
    context.db,
  );
  await countCodes(context, id);
  await runTransition(kit.registry, context, {
    definition: hangTagJob,
    name: 'print',
    id,
    remark: `写 EPC ${codes.length} 张`,
  });
  return { pages: [], is_again_print: false, left: 0 };
}

/** The codes behind what was read, in its order; refuses what is not this job's, is there twice, or reads otherwise than it was to be. */
async function judged(context: WriteContext, id: number, printed: readonly WrittenTag[]): Promise<JobCode[]> {
  const wanted = printed.map(({ code_id }) => code_id);
  const codes = new Map((await codesOfJob(context, id, wanted)).map((code) => [code.code_id, code]));
  return printed.map(({ code_id, epc }, place) => {
    const code = codes.get(code_id);
    if (!code) throw new Refusal('invalid', '唯一码不是本单的', `printed.${place}.code_id`);
    if (wanted.indexOf(code_id) < place) throw new Refusal('invalid', '唯一码重复', `printed.${place}.code_id`);
    if (code.epc !== null)
      throw new Refusal('invalid', `${code.unique_code} 已写过 EPC ${code.epc}`, `printed.${place}.code_id`);
    const due = epcToWrite(code);
    if (plainEpc(epc) !== due)
      throw new Refusal('invalid', `${code.unique_code} 读回 ${epc}，应为 ${due}`, `printed.${place}.epc`);
    return code;
  });
}
