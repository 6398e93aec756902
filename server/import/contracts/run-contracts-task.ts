import { sql } from 'kysely';
import { contract } from '#contract/areas/contracts/contract.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { saveSchema } from '#contract/kit/schema.ts';
import { refuseUnfit } from '#server/areas/contracts/contract.ts';
import { refusalOfInput } from '#server/kit/input-refusal.ts';
import { addRecord } from '#server/kit/save-record.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { sheetRecords } from '#server/sheets/sheet-records.ts';
import type { Remark } from '../remark.ts';
import { fact, type KindOutcome, type KindRun } from '../tasks/kind-run.ts';
import { knownPartners } from './known-partners.ts';
import { type ContractRow, readContractRow } from './read-contract-row.ts';

type Good = Extract<ContractRow, { input: unknown }>;

/**
 * Runs an import of contracts for a task: each row is judged as the form's save would judge it, before anything is written; what is
 * there already, by supplier, name and first day, is refused, so that a sheet that was mended may be sent again whole.
 */
export async function runContractsTask(run: KindRun): Promise<KindOutcome> {
  const { context, numbers, options } = run;
  const { rows, good, remarks } = await readAll(run);
  run.progress(50);
  run.goOn();
  const stops = remarks.length > 0 && !(options.skip_errors ?? false);
  if (!stops)
    for (const { input } of good) {
      run.goOn();
      await addRecord(context, { definition: contract, input: { ...input }, hooks: {}, numbers });
    }
  await run.report(remarks);
  return {
    done: !stops,
    rows,
    months: [],
    facts: stops ? [] : [fact('新增合同（草稿）', good.length)],
  };
}

async function readAll({
  context,
  source,
  mapping,
}: KindRun): Promise<{ rows: number; good: Good[]; remarks: Remark[] }> {
  const known = await knownPartners(context.db);
  const schema = saveSchema(contract, 'add');
  const good: Good[] = [];
  const remarks: Remark[] = [];
  const seen = new Map<string, number>();
  let rows = -1;
  for await (const record of sheetRecords(source)) {
    rows += 1;
    // The heading; empty lines at the end are none, but a row that cannot be read has no cells either.
    if (rows === 0 || (!record.broken && record.cells.every((cell) => cell.trim() === ''))) continue;
    if (rows > limits.documentLines)
      throw new SheetError({
        en: `more than ${limits.documentLines} rows`,
        zh: `一次最多导入 ${limits.documentLines} 行`,
      });
    const read = readContractRow(record, mapping, known);
    const words = await reasonsOf(context, read, { schema, seen });
    if (words === undefined) good.push(read as Good);
    else remarks.push({ row: read.row, code: read.name, kind: 'bad row', detail: { en: words, zh: words } });
  }
  if (rows < 0) throw new SheetError({ en: 'the file is empty', zh: '文件是空的' });
  return { rows, good, remarks };
}

async function reasonsOf(
  context: KindRun['context'],
  read: ContractRow,
  { schema, seen }: { schema: ReturnType<typeof saveSchema>; seen: Map<string, number> },
): Promise<string | undefined> {
  if ('reasons' in read) return read.reasons.join('；');
  const { input, row } = read;
  const judged = schema.safeParse(input);
  if (!judged.success) return refusalOfInput(judged.error, contract).message;
  const key = JSON.stringify([input.supplier_id, input.name, input.start_date]);
  const first = seen.get(key);
  if (first !== undefined) return `与第 ${first} 行是同一合同`;
  seen.set(key, row);
  try {
    await refuseUnfit(context, { ...input });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return await alreadyThere(context, input);
}

async function alreadyThere(
  { db }: KindRun['context'],
  { supplier_id, name, start_date }: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const { rows } = await sql<{ contract_no: string }>`
    select contract_no from contract where supplier_id = ${supplier_id} and name = ${name} and start_date = ${start_date}::date and status >= 0 limit 1`.execute(
    db,
  );
  return rows[0] && `已有同一供应商、名称和开始日期的合同 ${rows[0].contract_no}`;
}
