import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { syncAccess } from '#server/application.ts';
import { sealAudit } from '#server/ledger/audit-seals.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { createLog } from '#server/platform/log.ts';
import { openHouse } from '#tests/boot/house.ts';
import { ownCluster } from '#tests/boot/kill.ts';
import { codePeople, stockedCodes } from '#tests/factories/codes.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjust, openingStock, stockPeople } from '#tests/factories/stock.ts';
import { connect, type Database } from './connect.ts';
import { prepareSchema } from './roles.ts';

// One role owns, one serves (review of security, 11): what makes the books append-only is not the server's to switch off.

const cluster = await ownCluster();
const company = { ...(await connect({ url: cluster.url, max: 10 })), url: cluster.url };
const role = `serving_${randomBytes(6).toString('hex')}`;
const lines: string[] = [];
const log = createLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } });
let serving: Database;
let url: string;

beforeAll(async () => {
  await sql`create role ${sql.id(role)} login password 'serving'`.execute(company.db);
  const address = new URL(company.url.replace(/@[^/]*/, '@host'));
  url = company.url.replace(`${address.username}:${address.password}@`, `${role}:serving@`);
  serving = await connect({ url, max: 5 });
  await prepareSchema(opened(), log);
});
afterAll(async () => {
  await serving.close();
  await sql`drop owned by ${sql.id(role)}`.execute(company.db);
  await sql`drop role ${sql.id(role)}`.execute(company.db);
  await company.close();
});

const opened = () => ({ database: serving, url, ownerUrl: company.url, close: () => Promise.resolve() });

describe('the serving role is refused', () => {
  it.each([
    'alter table audit_log disable trigger audit_log_append_only',
    'alter table stock_ledger disable trigger all',
    'set session_replication_role = replica',
    "update audit_log set label = 'x'",
    'delete from audit_log',
    'truncate audit_log',
    'update stock_ledger set delta = 1',
    'delete from stock_ledger',
    'truncate stock_ledger',
    'delete from stocktaking_count',
    'update audit_seal set row_count = 1',
    'delete from piece_code',
    "update schema_migration set sha256 = ''",
    'drop table brand',
    'alter table brand add column x int',
    'create table mine (id int)',
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
    'drop trigger audit_log_append_only on audit_log',
    'create role another',
  ])('%s', async (statement) => {
    await expect(sql.raw(statement).execute(serving.db)).rejects.toMatchObject({ code: '42501' });
  });

  it('where it could do all that after all, before anybody is served', async () => {
    const same = { ...opened(), database: company, url: `${company.url}?`, ownerUrl: company.url };
    await expect(prepareSchema(same, log)).rejects.toThrow(/owns the tables or is a superuser/);
  });
});

it('one role for both is told so in one line', async () => {
  const url = await cluster.makeEmpty();
  const empty = { ...(await connect({ url, max: 5 })), url };
  lines.length = 0;
  await prepareSchema({ database: empty, url: empty.url, ownerUrl: empty.url, close: empty.close }, log);
  expect(lines.filter((line) => line.includes('DATABASE_OWNER_URL'))).toHaveLength(1);
  await empty.close();
});

it('serves: people work, stock and codes move, the trail is sealed, the books are right, statistics are made', async () => {
  await syncAccess(serving.db);
  const house = openHouse(serving.db);
  const people = await stockPeople(house);
  const { id: warehouse } = await shelf(serving.db);
  const [one] = await pieces(serving.db);
  const goods = [{ sku_id: one?.id ?? 0, qty: 3 }];
  await openingStock(house, { people, warehouse, lines: goods });
  await adjust(house, { people, warehouse, type: adjustType.loss, lines: goods });
  await stockedCodes(house, { people: await codePeople(house), qty: 2 });
  await expect(sql`update piece_code set status = 7`.execute(serving.db)).rejects.toThrow(
    'changed by its events alone',
  );
  expect(await sealAudit(serving.db)).toBeGreaterThan(0);
  expect(await brokenInvariants(serving.db)).toEqual([]);
  await sql`analyze`.execute(serving.db);
  // A second start changes nothing.
  await prepareSchema(opened(), log);
});
