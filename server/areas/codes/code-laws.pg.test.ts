import { type Kysely, type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { codePeople, codeReturns, issued, stockedCodes } from '#tests/factories/codes.ts';

// Somebody with the rights of the owner writes past the server, with the triggers off: each planted corruption of codes is named by its laws.

let db: Kysely<unknown>;
/** A code that stands, one that is held for a report, a bound file, a confirmed return. */
const made = { here: 0, held: 0, unused: 0, order: 0, file: 0, returned: 0 };

beforeAll(async () => {
  ({ db } = await testDatabase());
  const house = openHouse(db);
  const people = await codePeople(house);
  const { codes, sku } = await stockedCodes(house, { people, qty: 3 });
  made.here = codes[0]?.id ?? 0;
  made.held = codes[1]?.id ?? 0;
  await house.ask(people.maker, codeCalls.lost, { code_ids: [made.held], op: 1, reason: '巡检未找到' });
  const spare = await issued(house, { people, sku, qty: 3 });
  made.order = spare.order;
  made.unused = spare.codes[0]?.id ?? 0;
  made.returned = spare.codes[1]?.id ?? 0;
  const back = await house.ask(people.maker, codeReturns.add, {
    return_type: 1,
    lines: [{ code_id: made.returned }],
  } as never);
  await house.ask(people.judge, codeReturns.confirm, { id: back.id, result: 1 });
  const { rows } = await sql<{ id: number }>`
    insert into code_file (file_no, file_type, name, path, total, ok_count, error_count, checked_at, status) values ('MF1', 1, 'a.csv', 'a', 1, 0, 1, now(), 4) returning id`.execute(
    db,
  );
  made.file = rows[0]?.id ?? 0;
  await sql`insert into code_file_row (file_id, row_no, status, error) values (${made.file}, 2, 2, '没有唯一码')`.execute(
    db,
  );
  await sql`insert into audit_log (doc_type, doc_id, doc_no, action, label, to_status, admin_id, at) values ('codeFile', ${made.file}, 'MF1', 'add', '上传', 4, 1, now())`.execute(
    db,
  );
});

const code = (id: number, set: RawBuilder<unknown>) => sql`update piece_code set ${set} where id = ${id}`;

const plants: readonly [corruption: string, plant: () => RawBuilder<unknown>[], laws: string[]][] = [
  [
    'a code in another state',
    () => [code(made.here, sql`status = 4, doc_type = 'x', doc_id = 1, doc_no = 'X'`)],
    ['i14', 'k64'],
  ],
  ['a code of another grade', () => [code(made.here, sql`status = 8, imperfect_type = 1`)], ['i14', 'k11', 'k13']],
  ['an event that is left out', () => [sql`delete from code_event where code_id = ${made.here} and seq = 2`], ['i14']],
  [
    'an event that begins elsewhere',
    () => [sql`update code_event set from_location_id = 2 where code_id = ${made.held} and seq = 4`],
    ['k12'],
  ],
  ['a piece that went without its code', () => [sql`update stock_balance set on_hand = 1 where coded = 3`], ['i07']],
  ['a code too many on book', () => [sql`update stock_balance set coded = coded - 1 where coded = 3`], ['k13']],
  [
    'a hold without its pieces',
    () => [sql`update stock_lock set qty_released = qty where doc_type = 'stockAdjustment'`],
    ['k64'],
  ],
  [
    'an order that counts too many',
    () => [sql`update code_order set void_qty = void_qty + 1 where id = ${made.order}`],
    ['k63'],
  ],
  [
    'a code that nobody ordered',
    () => [code(made.unused, sql`code_order_id = (select min(id) from code_order)`)],
    ['k63'],
  ],
  [
    'a file that counts too many',
    () => [sql`update code_file set ok_count = 1, error_count = 0 where id = ${made.file}`],
    ['k65'],
  ],
  [
    'a row that says it bound a code',
    () => [sql`update code_file_row set status = 3, code_id = ${made.here}, epc = 'X' where file_id = ${made.file}`],
    ['k65'],
  ],
  ['a batch that counts a coded piece too many', () => [sql`update in_ware_batch_detail set coded_qty = 1`], ['k70']],
  ['a return that was not confirmed', () => [sql`update code_return set status = 3`], ['k66']],
  [
    'a sold code without its order',
    () => [
      sql`alter table piece_code drop constraint piece_code_place_check`,
      code(made.here, sql`status = 6, location_id = 2, order_no = null`),
    ],
    ['i14', 'i15', 'k11', 'k13'],
  ],
  [
    'a tag on two codes',
    () => [
      sql`drop index piece_code_epc_key`,
      code(made.unused, sql`status = 2, epc = (select epc from piece_code where id = ${made.here})`),
    ],
    ['i13', 'i14', 'k63'],
  ],
];

it('codes that nobody corrupted are as the laws say', async () => {
  expect(await brokenInvariants(db)).toEqual([]);
});

it.each(plants)('%s is found', async (_corruption, plant, laws) => {
  const found = await brokenBy(db, plant());
  // Laws of the other books that the same corruption breaks are theirs to test.
  expect(found.filter((law) => /^(i07|i1[345]|k1[123]|k6[3-6]|k70)$/.test(law)).toSorted()).toEqual(laws.toSorted());
});
