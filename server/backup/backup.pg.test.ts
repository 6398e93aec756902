import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { type AttachmentCalls, attachmentCalls } from '#contract/kit/attachments.ts';
import type { Actor } from '#server/identity/actor.ts';
import { sealAudit } from '#server/ledger/audit-seals.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { openFileStore } from '#server/platform/file-store.ts';
import { emptyDatabase, testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, openingStock, stockPeople } from '#tests/factories/stock.ts';
import { checkBackup } from './check-backup.ts';
import { makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

const company = await testDatabase();
const root = mkdtempSync(join(tmpdir(), 'back-office-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = join(root, 'company');
const files = await openFileStore(join(root, 'store'));
const quiet = { files, now: new Date('2026-03-02T03:00:00Z'), progress: () => undefined };

const house = openHouse(company.db);
const voucher = attachmentCalls(stockAdjustment) as AttachmentCalls;
/** A draft and who works on it. */
let record: { of: Actor; id: number };

beforeAll(async () => {
  await post(7);
  // What COPY has to write in a special way.
  await sql`update brand set intro = ${'制表\t换行\n反斜杠\\N 结束'}`.execute(company.db);
  const { maker } = await stockPeople(house);
  await sql`insert into session (token_hash, admin_id, expires_at, idle_seconds) values ('\\x00ff', ${maker.id}, now() + interval '1 hour', 60)`.execute(
    company.db,
  );
  record = { of: maker, id: await draft(maker) };
  await attach(await upload('凭证的内容'));
  await sealAudit(company.db);
  await makeBackup({ url: company.url, folder, ...quiet });
});

/** An uploaded file that no record uses yet; its id. */
async function upload(content: string): Promise<string> {
  const draft = await files.draft();
  writeFileSync(draft.path, content);
  await draft.commit();
  const sha256 = createHash('sha256').update(content).digest('hex');
  await sql`
    insert into stored_file (file_id, name, type, size, sha256, admin_id, purpose, ready, created_at)
    values (${draft.id}, 'a.pdf', 'pdf', ${content.length}, ${sha256}, ${record.of.id}, 'voucher', true, now())`.execute(
    company.db,
  );
  return draft.id;
}

async function draft(maker: Actor): Promise<number> {
  const [goods] = await pieces(company.db);
  const { id } = await house.ask(maker, adjustment.calls.add, {
    warehouse_id: (await shelf(company.db)).id,
    adjust_type: adjustType.gain,
    reason: '有凭证',
    lines: [{ sku_id: goods?.id ?? 0, qty: 1 }] as never,
  });
  return id;
}

const attach = async (file: string): Promise<unknown> =>
  await house.ask(record.of, voucher.attach, { id: record.id, files: [{ id: file, kind: 'voucher' }] });
const detach = async (file: string): Promise<unknown> =>
  await house.ask(record.of, voucher.detach, { id: record.id, file_id: file });

describe('a backup is refused', () => {
  test('when a file that a record uses is gone or has changed, and leaves nothing', async () => {
    const at = join(root, 'without');
    const id = await upload('今天');
    await attach(id);
    const place = join(root, 'store', id.slice(0, 2), id);
    writeFileSync(place, '明天');
    await expect(makeBackup({ url: company.url, folder: at, ...quiet })).rejects.toThrow(/not what was uploaded/);
    await files.remove(id);
    await expect(makeBackup({ url: company.url, folder: at, ...quiet })).rejects.toThrow(/missing in the file store/);
    await detach(id);
    await sql`delete from stored_file where file_id = ${id}`.execute(company.db);
    expect(existsSync(at) || existsSync(`${at}.partial`)).toBe(false);
  });

  test('where something is already, and what is there stays', async () => {
    await expect(makeBackup({ url: company.url, folder, ...quiet })).rejects.toThrow(/is there already/);
    await expect(checkBackup(folder)).resolves.toMatchObject({ format: 1 });
  });

  test('where nothing can be written', async () => {
    const file = join(root, 'a file');
    writeFileSync(file, '');
    await expect(makeBackup({ url: company.url, folder: join(file, 'in it'), ...quiet })).rejects.toThrow(
      /cannot write/,
    );
  });

  test('when the database goes away in the middle, and leaves nothing', async () => {
    const cut = join(root, 'cut');
    let killed = 0;
    const progress = async (): Promise<void> => {
      // A table's last row arrives a moment before its connection is idle.
      while (killed === 0) killed = await killIdle(company.db);
    };
    await expect(makeBackup({ url: company.url, folder: cut, ...quiet, progress })).rejects.toThrow(
      /no backup was made/,
    );
    expect(existsSync(cut) || existsSync(`${cut}.partial`)).toBe(false);
  });
});

describe('a restore is refused, and the database stays empty', () => {
  test.each<[string, (copy: string) => void, RegExp]>([
    ['of a folder that is no backup', (copy) => rmSync(join(copy, 'backup.json')), /is not a backup/],
    [
      'of a list that is not one',
      (copy) => writeFileSync(join(copy, 'backup.json'), '{"format":2}'),
      /that this version/,
    ],
    ['with a file missing', (copy) => rmSync(join(copy, 'brand.copy.gz')), /damaged: .*brand/],
    ['with a file cut short', (copy) => cutShort(join(copy, 'brand.copy.gz')), /damaged: .*brand/],
    [
      'with a value changed',
      (copy) => rewrite(copy, 'stock_balance', (text) => text.replace('\t7\t', '\t8\t')),
      /damaged: .*stock_balance/,
    ],
    [
      'of a newer version',
      (copy) =>
        editList(copy, (list) => ({
          ...list,
          migrations: [...list.migrations, { number: 9999, name: '9999-later.sql', sha256: '' }],
        })),
      /does not know/,
    ],
    [
      'of another past',
      (copy) =>
        editList(copy, (list) => ({
          ...list,
          migrations: list.migrations.map((one) => ({ ...one, sha256: 'other' })),
        })),
      /made with another/,
    ],
  ])('%s', async (_name, spoil, words) => {
    const { url, db } = await emptyDatabase();
    const copy = join(root, 'spoilt');
    cpSync(folder, copy, { recursive: true });
    spoil(copy);
    await expect(restoreBackup({ url, folder: copy, ...quiet })).rejects.toThrow(words);
    rmSync(copy, { recursive: true });
    const { rows } =
      await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
    expect(rows).toEqual([]);
  });

  test('into a database with anything in it', async () => {
    const { url, db } = await emptyDatabase();
    await sql`create table mine (id int)`.execute(db);
    await expect(restoreBackup({ url, folder, ...quiet })).rejects.toThrow(/not empty/);
  });

  test('when a row refers to nothing', async () => {
    const { url } = await emptyDatabase();
    const copy = join(root, 'orphans');
    cpSync(folder, copy, { recursive: true });
    const other = rewrite(copy, 'sku_barcode', (text) => text.replace(/^((?:\S+\t)*?)(\d+\t)B-/m, '$1999999999\tB-'));
    editList(copy, (list) => ({
      ...list,
      tables: list.tables.map((table) => (table.name === 'sku_barcode' ? { ...table, ...other } : table)),
    }));
    await expect(restoreBackup({ url, folder: copy, ...quiet })).rejects.toThrow(/foreign key/);
  });
});

test('what comes back is what there was: every row, the books, the next number; but everybody signs in anew', async () => {
  const { url, db } = await emptyDatabase();
  await restoreBackup({ url, folder, ...quiet });
  const again = join(root, 'again');
  await makeBackup({ url, folder: again, ...quiet });
  const [before, after] = [await checkBackup(folder), await checkBackup(again)];
  const others = (manifest: typeof before) => manifest.tables.filter((table) => table.name !== 'session');
  expect(others(after)).toEqual(others(before));
  expect(after.migrations).toEqual(before.migrations);
  expect(after.sequences).toEqual(before.sequences);
  expect(await brokenInvariants(db)).toEqual([]);
  expect(await guardsOf(db)).toEqual(await guardsOf(company.db));
  const { rows } =
    await sql`select count(*) filter (where ended_at is null) as open, count(*) as all from session`.execute(db);
  expect(rows).toEqual([{ open: 0, all: 1 }]);
});

test('tells how far it is, never backwards, up to its end; so does bringing it back', async () => {
  const heard: number[][] = [[], []];
  const at = join(root, 'told');
  await makeBackup({ url: company.url, folder: at, ...quiet, progress: (percent) => void heard[0]?.push(percent) });
  const { url } = await emptyDatabase();
  await restoreBackup({ url, folder: at, ...quiet, progress: (percent) => void heard[1]?.push(percent) });
  for (const told of heard) {
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(new Set(told.map(Math.floor)).size).toBeGreaterThan(10);
    expect(told.at(-1)).toBeCloseTo(99);
  }
});

test('is of one instant, whatever is posted while it is made', async () => {
  const at = join(root, 'instant');
  let more = 2;
  const progress = async (): Promise<void> => {
    if (more > 0) await post(more--);
  };
  const rows = await count(company.db);
  await makeBackup({ url: company.url, folder: at, ...quiet, progress });
  expect(await count(company.db)).toBeGreaterThan(rows);
  const { url, db } = await emptyDatabase();
  await restoreBackup({ url, folder: at, ...quiet });
  expect(await count(db)).toBe(rows);
  expect(await brokenInvariants(db)).toEqual([]);
});

/** Opening stock of three goods in a new warehouse, through the calls. */
async function post(qty: number): Promise<void> {
  const people = await stockPeople(house);
  const { id } = await shelf(company.db);
  const goods = await pieces(company.db, 3);
  await openingStock(house, { people, warehouse: id, lines: goods.map((one) => ({ sku_id: one.id, qty })) });
}

/** Ends the connections that stand between two statements of a transaction; answers how many there were. */
async function killIdle(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(
    db,
  );
  return rows.length;
}

/** References and triggers, and whether they act. */
async function guardsOf(db: Kysely<unknown>): Promise<unknown[]> {
  const { rows } = await sql`
    select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as acts from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2, 3`.execute(
    db,
  );
  return rows;
}

async function count(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from stock_ledger`.execute(db);
  return rows[0]?.count ?? 0;
}

function cutShort(file: string): void {
  writeFileSync(file, readFileSync(file).subarray(0, -20));
}

/** Another text under the same name; answers what a list would say of it. */
function rewrite(copy: string, table: string, by: (text: string) => string): { sha256: string; rows: number } {
  const file = join(copy, `${table}.copy.gz`);
  const text = by(gunzipSync(readFileSync(file)).toString());
  writeFileSync(file, gzipSync(text));
  return { sha256: createHash('sha256').update(text).digest('hex'), rows: text.split('\n').length - 1 };
}

function editList(copy: string, by: (manifest: Manifest) => Manifest): void {
  const file = join(copy, 'backup.json');
  writeFileSync(file, JSON.stringify(by(JSON.parse(readFileSync(file, 'utf8')) as Manifest)));
}

test('uploaded files come back with their rows, into a store of their own; what was used by nobody may be gone', async () => {
  const kept = await upload('发票');
  await attach(kept);
  const lost = await upload('没人用');
  await files.remove(lost);
  const at = join(root, 'with files');
  await makeBackup({ url: company.url, folder: at, ...quiet });
  const elsewhere = await openFileStore(join(root, 'other store'));
  const { url, db } = await emptyDatabase();
  await restoreBackup({ url, folder: at, ...quiet, files: elsewhere });
  const { rows } = await sql<{ file_id: string }>`select file_id from stored_file`.execute(db);
  expect(rows.map((row) => row.file_id)).toContain(kept);
  expect(rows.map((row) => row.file_id)).not.toContain(lost);
  for (const { file_id } of rows) expect(await elsewhere.find(file_id)).toBeDefined();
  const { list } = await openHouse(db).ask(record.of, voucher.list, { id: record.id });
  expect(list).toContainEqual(expect.objectContaining({ id: kept, kind: 'voucher', admin_id: record.of.id }));
  expect(await brokenInvariants(db)).toEqual([]);
  const damaged = join(root, 'damaged files');
  cpSync(at, damaged, { recursive: true });
  writeFileSync(join(damaged, 'files', kept), '假票');
  await expect(checkBackup(damaged)).rejects.toThrow(/damaged: .*is not what was written/);
  await detach(kept);
  await sql`delete from stored_file where file_id = any(${[kept, lost]})`.execute(company.db);
});

describe('a file store in which something lies already', () => {
  const store = join(root, 'used store');
  const placeOf = (id: string): string => join(store, id.slice(0, 2), id);
  const lying = async (id: string, content: string): Promise<Awaited<ReturnType<typeof openFileStore>>> => {
    const used = await openFileStore(store);
    const draft = await used.draft(id);
    writeFileSync(draft.path, content);
    await draft.commit();
    return used;
  };

  test('gets back a file that has changed since, and keeps one that has not', async () => {
    const [first] = (await checkBackup(folder)).files;
    const used = await lying(first?.id ?? '', '坏了');
    const { url } = await emptyDatabase();
    await restoreBackup({ url, folder, ...quiet, files: used });
    expect(readFileSync(placeOf(first?.id ?? ''), 'utf8')).toBe('凭证的内容');
    const { ino } = statSync(placeOf(first?.id ?? ''));
    await restoreBackup({ ...(await emptyDatabase()), folder, ...quiet, files: used });
    expect(statSync(placeOf(first?.id ?? '')).ino).toBe(ino);
  });

  test('keeps what it had when a file of the backup spoils while it is read', async () => {
    const [first] = (await checkBackup(folder)).files;
    const id = first?.id ?? '';
    const used = await lying(id, '坏了');
    const copy = join(root, 'spoiling');
    cpSync(folder, copy, { recursive: true });
    const { url, db } = await emptyDatabase();
    // The backup has been looked through when the first table is told.
    const progress = (percent: number): void => {
      if (percent > 20) writeFileSync(join(copy, 'files', id), '也坏了');
    };
    await expect(restoreBackup({ url, folder: copy, ...quiet, files: used, progress })).rejects.toThrow(
      /damaged: .*is not what was written/,
    );
    expect(readFileSync(placeOf(id), 'utf8')).toBe('坏了');
    expect(readdirSync(join(store, 'drafts'))).toEqual([]);
    const { rows } =
      await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
    expect(rows).toEqual([]);
  });
});
