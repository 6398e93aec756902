import { sql } from 'kysely';
import { z } from 'zod';
import { type CodeTrack, codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeRecord } from '#contract/areas/codes/code-record.ts';
import { decodeEpc, keyOfEpc, plainEpc, uriOfEpc } from '#contract/areas/codes/epc.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { listedColumns, titlesOf } from '#server/kit/record-query.ts';
import type { Registry } from '#server/kit/registry.ts';

type Row = Record<string, unknown> & { id: number };

/** Serves the trace: everything that ever happened to one code, on one line (api.csv poolTrack). */
export function serveTrack({ registry }: { readonly registry: Registry }): void {
  const text = z.string().trim().min(1).max(limits.name).optional();
  registry.read(codeCalls.track, z.strictObject({ unique_code: text, epc: text }), track, uniqueCode);
}

/** A code by its number or its tag: one that was voided is found by its number, or by its tag as long as no other has it. */
async function track(
  context: ReadContext,
  { unique_code: number, epc }: { unique_code?: string | undefined; epc?: string | undefined },
): Promise<CodeTrack> {
  const { db, actor } = context;
  if (!number && !epc) throw new Refusal('invalid', '请输入唯一码或 EPC', 'unique_code');
  // What is scanned may be either.
  const tag = plainEpc(epc ?? number ?? '');
  const titles = titlesOf(allFields(uniqueCode), 'r', { actor, within: uniqueCode });
  const { rows } = await sql<Row>`
    select ${listedColumns(uniqueCode, 'r')}${titles.columns} from unique_code as r ${titles.joins}
    where (r.unique_code = ${number ?? null} or r.epc = ${tag ?? null}) and ${isVisible(uniqueCode, actor, 'r')}
    order by (r.unique_code = ${number ?? ''}) desc, (r.status = -1), r.id desc limit 1`.execute(db);
  const [code] = rows;
  if (!code) throw new Refusal('notFound', '唯一码不存在', number ? 'unique_code' : 'epc');
  return { code, tag: tagOf(code.epc), records: await recordsOf(context, code.id) };
}

/** Whoever sees a code sees its whole life; what it was in elsewhere has no name for who may not see it. */
async function recordsOf({ db, actor }: ReadContext, id: number): Promise<Row[]> {
  const titles = titlesOf(allFields(codeRecord), 'p', { actor });
  const { rows } = await sql<Row>`
    with p as (select ${listedColumns(codeRecord, 'r')} from code_record as r where r.code_id = ${id})
    select p.*${titles.columns} from p ${titles.joins} order by p.id`.execute(db);
  return rows;
}

function tagOf(epc: unknown): CodeTrack['tag'] {
  const decoded = typeof epc === 'string' ? decodeEpc(epc) : undefined;
  return decoded ? { uri: uriOfEpc(decoded), gtin: keyOfEpc(decoded), serial: decoded.serial } : null;
}
