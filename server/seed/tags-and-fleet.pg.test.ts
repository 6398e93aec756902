import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/database/transaction.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import { codeKeys } from '#tests/factories/codes.ts';
import { testStore } from '#tests/factories/files.ts';
import { insert } from '#tests/factories/insert.ts';
import { giveRole, roleWith } from '#tests/factories/people.ts';
import { ordered } from '#tests/factories/purchasing.ts';
import type { SeedStep } from './context.ts';
import { seedFleet } from './fleet.ts';
import { seedHangTags } from './hang-tags.ts';
import { seedPriceTags } from './price-tags.ts';

const now = new Date('2026-05-20T04:00:00Z');
let db: Kysely<unknown>;

beforeAll(async () => {
  ({ db } = await testDatabase());
  const fleet = ['View', 'Save', 'Publish'].map((verb) => `common:version${verb}`);
  const role = await roleWith(db, [...codeKeys, ...fleet, 'tag:view', 'tag:jobAdd', 'tag:print']);
  for (const username of ['whs', 'whs2', 'whsMgr', 'it', 'buyer', 'goods', 'fin'])
    await giveRole(db, await insert(db, 'admin', { username, nickname: username }), role);
});

const load = async (run: (step: SeedStep) => Promise<void>): Promise<void> => {
  const step = { now, numbers: new Numbers(db), files: await testStore() };
  await inTransaction(db, (tx) => run({ ...step, tx }));
};
const states = async (table: string): Promise<Record<number, number>> => {
  const { rows } = await sql<{ status: number; count: number }>`
    select status, count(*)::int as count from ${sql.table(table)} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

it('the demo company has five templates of tags and jobs of hang tags in every state, one of them with written tags', async () => {
  const goods = await codedGoods(db, 4);
  await sql`update sku set main_barcode = '69753820' || lpad(id::text, 5, '0') where id = any(${goods.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
  await ordered(db, { count: 2, qty: 30 });
  await load(seedPriceTags);
  await load(seedHangTags);
  expect(await states('hang_tag_job')).toEqual({ [-1]: 1, 1: 1, 2: 1, 3: 1 });
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from tag_template) as templates, (select sum(written_qty)::int from hang_tag_job) as written,
      (select count(*)::int from piece_code where status = 2) as bound`.execute(db);
  expect(rows[0]).toEqual({ templates: 5, written: 8, bound: 8 });
});

it('it has versions in every state and 25 devices on three builds, none of which is asked for more than is published', async () => {
  await load(seedFleet);
  expect(await states('client_version')).toEqual({ [-1]: 1, 0: 1, 1: 5 });
  const { rows } = await sql<{ page_build: string; count: number; away: number }>`
    select page_build, count(*)::int as count, count(*) filter (where unsent > 0)::int as away from device_report group by 1 order by count`.execute(
    db,
  );
  expect(rows.map(({ count }) => count)).toEqual([5, 5, 15]);
  expect(rows.reduce((sum, { away }) => sum + away, 0)).toBe(3);
  // Orders and contracts of a test stand in the tables without their history.
  const broken = await brokenInvariants(db);
  expect(broken.filter(({ name }) => /^k(6[3-6]|18)/.test(name))).toEqual([]);
});
