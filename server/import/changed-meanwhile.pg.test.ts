import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import type { ColumnKey } from '#contract/areas/tasks/import-column.ts';
import { importForms } from '#contract/areas/tasks/import-kinds.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Numbering } from '#contract/kit/definition.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { createLog } from '#server/platform/log.ts';
import { fileSource } from '#server/sheets/sheet-source.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addSpu } from '#tests/factories/goods.ts';
import { addGoodsMasters } from '#tests/factories/goods-masters.ts';
import { catalogueSheet } from '#tests/factories/imports.ts';
import { type Office, officeOf } from '#tests/factories/office.ts';
import { readCatalogue } from './catalogue.ts';
import { importGoods } from './import-goods.ts';
import type { Remark } from './remark.ts';
import { importStyles } from './styles/import-styles.ts';

const sheet = join(mkdtempSync(join(tmpdir(), 'meanwhile-')), 'goods.csv');
afterAll(() => rmSync(join(sheet, '..'), { recursive: true }));

type Row = Partial<Record<ColumnKey, string>>;
interface Meanwhile {
  /** What a person does when all that is there has been read and nothing is written yet. */
  readonly before?: () => Promise<unknown>;
  /** What a person begins when all is written and nothing is committed yet. */
  readonly after?: () => Promise<unknown>;
}

let db: Kysely<unknown>;
let office: Office;
beforeEach(async () => {
  ({ db } = await testDatabase());
  office = officeOf(db);
  await addGoodsMasters(db);
});

/** The first number of a style is asked for between what is read and what is written. */
class LateNumbers extends Numbers {
  #late: (() => Promise<unknown>) | undefined;

  constructor(late: (() => Promise<unknown>) | undefined) {
    super(db);
    this.#late = late;
  }

  override async take(numbering: Numbering, now: Date, count?: number): Promise<string[]> {
    const late = numbering === spu.number ? this.#late : undefined;
    if (late) this.#late = undefined;
    await late?.();
    return await super.take(numbering, now, count);
  }
}

async function imported(rows: readonly Row[], at: string, meanwhile: Meanwhile = {}): Promise<readonly Remark[]> {
  writeFileSync(sheet, catalogueSheet(rows));
  const form = importForms[importType.goods];
  const catalogue = await readCatalogue(fileSource(sheet), { form, mapping: undefined, now: at, foldCase: true });
  const numbers = new LateNumbers(meanwhile.before);
  const rate = 1_000_000;
  const styled = { rate, foldCase: true, skipErrors: false, bad: 0, making: { wanted: false, allows: () => true } };
  let begun: readonly Promise<unknown>[] = [];
  const remarks = await inTransaction(db, async (tx) => {
    const context = contextOf(tx);
    const outcome =
      catalogue.styled.length > 0
        ? await importStyles(context, { ...styled, rows: catalogue.styled, numbers })
        : await importGoods(context, { catalogue, rate, numbers });
    if (meanwhile.after) begun = await doneOrWaiting(meanwhile.after);
    return outcome.remarks;
  });
  await Promise.all(begun);
  return remarks;
}

const contextOf = (tx: Tx) => ({
  db: tx,
  actor: systemActor,
  now: new Date(),
  opId: randomUUID(),
  origin: { requestId: 'test', ip: 'test', device: undefined, userAgent: 'test' },
  log: createLog({ level: 'silent' }),
});

async function doneOrWaiting(work: () => Promise<unknown>): Promise<Promise<unknown>[]> {
  let done = false;
  const running = work().finally(() => {
    done = true;
  });
  await expect.poll(async () => done || (await waits()), { timeout: 30_000, interval: 20 }).toBe(true);
  return [running];
}

async function waits(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

const [early, late] = ['2026-03-01 10:00:00', '2026-03-02 10:00:00'];

/** A person saves other values of the SKU with this barcode, or of its style. */
async function save(definition: typeof sku | typeof spu, code: string, values: Record<string, unknown>): Promise<void> {
  const id = definition === sku ? sql`k.id` : sql`k.spu_id`;
  const { rows } = await sql<{ id: number; version: number }>`
    select r.id, r.version from sku_barcode b join sku k on k.id = b.sku_id join ${sql.table(definition.name)} r on r.id = ${id} where b.barcode = ${code}`.execute(
    db,
  );
  await office.call(callsOf(definition).edit, { ...rows[0], ...values } as never);
}

const skus = async () =>
  (
    await sql<Record<string, unknown>>`
      select b.barcode as code, k.name, k.tag_price as price, s.name as style, s.tag_price as style_price
      from sku k join spu s on s.id = k.spu_id join sku_barcode b on b.sku_id = k.id and b.is_main order by b.barcode`.execute(
      db,
    )
  ).rows;

const history = async () =>
  (
    await sql<{
      no: string;
    }>`select doc_no as no from audit_log where action = 'import' and changes -> 'tag_price' ->> 'after' = '12000'`.execute(
      db,
    )
  ).rows;

test('a price that a person saves while goods are imported stays, is told, and no history says otherwise', async () => {
  await imported([{ code: '690001', name: '甲', price: '100' }], early);
  const rows = [
    { code: '690001', name: '甲', price: '120' },
    { code: '690002', name: '乙', price: '50' },
  ];
  const remarks = await imported(rows, late, { before: () => save(sku, '690001', { tag_price: 9000 }) });
  expect(await skus()).toMatchObject([
    { code: '690001', price: 9000, style_price: 10_000 },
    { code: '690002', price: 5000 },
  ]);
  expect(remarks).toMatchObject([
    { code: '690001', kind: 'kept', detail: { zh: '价格 9000 分由人工设定，保留；文件为 12000 分' } },
  ]);
  expect(await history()).toEqual([]);
  expect(await imported(rows, late)).toHaveLength(1);
});

test('so does a price of the style, and a name instead of the code', async () => {
  await imported([{ code: '690001', price: '100' }], early);
  const rows = [
    { code: '690001', name: '甲', price: '120' },
    { code: '690002', name: '乙', price: '50' },
  ];
  const remarks = await imported(rows, late, {
    before: () => save(spu, '690001', { tag_price: 9000, name: '手写' }),
  });
  expect((await skus())[0]).toMatchObject({ name: '手写 不分颜色 F', price: 10_000, style: '手写', style_price: 9000 });
  expect(remarks).toMatchObject([{ code: '690001', kind: 'kept' }]);
  expect(await history()).toEqual([]);
});

const tee = { style: 'TX01', name: '纯棉T恤', brand: '禾木森', category: '女装/上装/T恤', unit: '件', color: '黑' };
const other = { ...tee, style: 'TX02', code: '690009', size: 'S', price: '10' };

test('a name and a price of a catalogue that a person saves meanwhile stay and are told', async () => {
  await imported([{ ...tee, code: '690001', size: 'S', price: '100' }], early);
  const rows = [{ ...tee, name: '新T恤', code: '690001', size: 'S', price: '120' }, other];
  const remarks = await imported(rows, late, {
    before: () => save(spu, '690001', { name: '手写T恤', tag_price: 9000 }),
  });
  expect((await skus())[0]).toMatchObject({
    name: '手写T恤 黑 S',
    price: 10_000,
    style: '手写T恤',
    style_price: 9000,
  });
  expect(remarks.map(({ kind, detail }) => [kind, detail.zh])).toEqual([
    ['kept', '名称“手写T恤”由人工设定，保留；文件为“新T恤”'],
    ['kept', expect.stringContaining('由人工设定')],
  ]);
  expect(await history()).toEqual([]);
});

test('a new SKU without a price costs what its style does when it comes, though a person has changed that meanwhile', async () => {
  await imported([{ ...tee, code: '690001', size: 'S', price: '100' }], early);
  const rows = [{ ...tee, code: '690002', size: 'M', price: '0' }, other];
  await imported(rows, late, { before: () => save(spu, '690001', { tag_price: 9000 }) });
  expect((await skus())[1]).toMatchObject({ code: '690002', price: 9000, style_price: 9000 });
});

test('a style that a person prices meanwhile does not wait for the price of its new SKUs any more', async () => {
  await imported([{ ...tee, code: '690001', size: 'S', price: '0' }], early);
  const rows = [{ ...tee, code: '690002', size: 'M', price: '120' }, other];
  await imported(rows, late, { before: () => save(spu, '690001', { tag_price: 9000 }) });
  expect((await skus())[1]).toMatchObject({ code: '690002', price: 12_000, style_price: 9000 });
});

test('a style whose sizes a person changes meanwhile gets no SKU of other ones, and nothing is imported', async () => {
  const { rows: runs } = await sql<{ id: number }>`select id from size_type order by id`.execute(db);
  const { rows: brands } = await sql<{ id: number }>`select id from brand where name = ${tee.brand}`.execute(db);
  const id = await addSpu(office, { style_no: tee.style, brand_id: brands[0]?.id, size_type_id: runs[0]?.id });
  const change = () => office.call(callsOf(spu).edit, { id, version: 1, size_type_id: runs[1]?.id } as never);
  await expect(
    imported([{ ...tee, code: '690001', size: 'S', price: '100' }, other], late, { before: change }),
  ).rejects.toThrow('尺码组已被更换');
  expect(await skus()).toEqual([]);
});

test('a new SKU is called what its style is, though a person renames that before the import is over', async () => {
  await imported([{ ...tee, code: '690001', size: 'S', price: '100' }], early);
  await imported([{ ...tee, code: '690002', size: 'M', price: '100' }, other], late, {
    after: () => save(spu, '690001', { name: '手写T恤' }),
  });
  expect((await skus()).slice(0, 2)).toMatchObject([{ name: '手写T恤 黑 S' }, { name: '手写T恤 黑 M' }]);
});
