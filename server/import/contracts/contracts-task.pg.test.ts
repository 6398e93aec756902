import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractCalls } from '#contract/areas/contracts/contract-calls.ts';
import { importKinds } from '#contract/areas/tasks/import-kinds.ts';
import type { ImportOptions, ImportResult } from '#contract/areas/tasks/imports.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { type Agreement, newAgreement } from '#tests/factories/contracts.ts';
import { type Importer, importOffice } from '#tests/factories/imports.ts';

// Contracts from a sheet (domain.md §4.4 导入): rows that are bad go to the errors, the others are drafts.

const database = await testDatabase();
const { db } = database;
const office = await importOffice(database);
const kind = importKinds[importType.contracts];
let importer: Importer;
let agreement: Agreement;
let names: { supplier: string; supplier_no: string; purchaser: string; brand: string };

beforeAll(async () => {
  importer = await office.hire({ keys: [kind.access, 'contract:view'] });
  agreement = await newAgreement(db);
  const { rows } = await sql<typeof names>`
    select s.name as supplier, s.supplier_no, p.name as purchaser, b.name as brand from supplier s, purchaser p, brand b
    where s.id = ${agreement.supplier_id} and p.id = ${agreement.purchaser_id} and b.id = ${agreement.brand_id}`.execute(
    db,
  );
  [names = { supplier: '', supplier_no: '', purchaser: '', brand: '' }] = rows;
});

type Cells = Partial<Record<(typeof kind)['form']['columns'][number]['key'], string>>;
const good = (): Cells => ({
  name: '2026 年度采购合同',
  type: '采购框架合同',
  supplier_id: names.supplier,
  co_model: '经销(买断)',
  purchaser_id: names.purchaser,
  brand_ids: names.brand,
  sign_date: '2025/12/20',
  start_date: '2026-01-01',
  end_date: '2026年12月31日',
  settle_cycle: '月结',
  settle_days: '30',
  tax_rate_bp: '13%',
  invoice_type: '增值税专用发票',
  amount_limit: '1,000,000.50',
});
const sheet = (rows: readonly Cells[]): string => {
  const line = (cells: readonly string[]) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`;
  const { columns } = kind.form;
  return [
    line(columns.map(({ label }) => label)),
    ...rows.map((row) => line(columns.map(({ key }) => row[key] ?? ''))),
  ].join('');
};

async function run(rows: readonly Cells[], options: ImportOptions = {}): Promise<{ id: number; result: ImportResult }> {
  const { result: file } = await office.upload(importer, { content: sheet(rows), name: '合同.csv' });
  const { mapping } = (await office.ask(importer, kind.start, { file_id: file.id })).result;
  const stop = await office.work();
  try {
    const { code, msg, result } = await office.ask(importer, kind.apply, { file_id: file.id, mapping, options });
    if (code !== 200) throw new Error(msg);
    await office.ended(importer, result.id);
    const came = (await office.ask(importer, kind.result, { task_id: result.id })).result.result;
    if (!came) throw new Error('no result');
    return { id: result.id, result: came };
  } finally {
    await stop();
  }
}

const contracts = async (): Promise<Record<string, unknown>[]> =>
  (await sql<Record<string, unknown>>`select * from contract order by id`.execute(db)).rows;

describe('a sheet of contracts', () => {
  test('with bad rows makes nothing unless they may be left out, and says of each why', async () => {
    const bad: Cells[] = [
      { ...good(), supplier_id: '没有的供应商' },
      { ...good(), end_date: '2025-12-31' },
      { ...good(), tax_rate_bp: '十三' },
      { ...good(), type: '补充协议' },
      { ...good(), co_model: '联营' },
      { ...good(), brand_ids: `${names.brand}、没有的品牌` },
      { ...good(), purchaser_id: '' },
    ];
    const rows = [{ ...good(), name: '好的合同' }, ...bad, { ...good(), name: '好的合同' }];
    const { id, result } = await run(rows);
    expect(result).toMatchObject({ done: false, rows: 9, facts: [] });
    expect(await contracts()).toEqual([]);
    const errors = (await openHouse(db).ask(importer, contractCalls.importErrors, { import_id: id })).list;
    expect(errors.map(({ row_no }) => row_no)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(errors.map(({ error }) => error)).toMatchObject([
      expect.stringContaining('供应商'),
      expect.stringContaining('结束日期'),
      expect.stringContaining('税率'),
      expect.stringContaining('主合同'),
      expect.stringContaining('扣点'),
      expect.stringContaining('品牌'),
      expect.stringContaining('采购员'),
      expect.stringContaining('第 2 行'),
    ]);
    // What an import found is in the scope of whoever ran it, and of nobody else.
    const other = await office.hire({ keys: [kind.access] });
    await expect(openHouse(db).ask(other, contractCalls.importErrors, { import_id: id })).rejects.toMatchObject({
      code: 4004,
    });
  });

  test('makes drafts of the good ones, with suppliers by name or number; the same again is refused', async () => {
    const { result } = await run(
      [good(), { ...good(), name: '第二份', supplier_id: names.supplier_no }, { name: '坏的' }],
      {
        skip_errors: true,
      },
    );
    expect(result).toMatchObject({ done: true, rows: 3, facts: [{ value: '2' }] });
    expect(await contracts()).toMatchObject([
      {
        status: 0,
        name: '2026 年度采购合同',
        type: 1,
        supplier_id: agreement.supplier_id,
        purchaser_id: agreement.purchaser_id,
        brand_ids: [agreement.brand_id],
        sign_date: '2025-12-20',
        end_date: '2026-12-31',
        tax_rate_bp: 1300,
        amount_limit: 100_000_050,
        created_by: importer.id,
      },
      { name: '第二份' },
    ]);
    const again = await run([good()]);
    expect(again.result.remarks).toMatchObject([{ row: 2, detail: expect.stringContaining('HT') as string }]);
    const { rows } = await sql`select action from audit_log where doc_type = ${contract.name}`.execute(db);
    expect(rows).toEqual([{ action: 'add' }, { action: 'add' }]);
  });
});
