import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeStatuses } from '#contract/areas/codes/code-enums.ts';
import {
  type CodeStep,
  codeEdges,
  codeSteps,
  opensFrom,
  stepsOfCodes,
  targetOfStep,
} from '#contract/areas/codes/code-life.ts';
import { inSavepoint, inTransaction, type Tx } from '#server/database/transaction.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { moveCodes } from '#server/ledger/codes.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addBalance } from '#tests/factories/balances.ts';
import { addCode } from '#tests/factories/coded.ts';
import { freshEpc } from '#tests/factories/codes.ts';
import { shelf } from '#tests/factories/shelf.ts';

// The life of a code as it is declared (contract/areas/codes/code-life.ts): every step from every state, the ones that there are not first.

let db: Kysely<unknown>;
let warehouse: number;
const source = { docType: 'codeOrder', docId: 1, docNo: 'ZM1' };

beforeAll(async () => {
  ({ db } = await testDatabase());
  warehouse = (await shelf(db)).id;
});

/** Steps by which a code comes to each state, from its issue on. */
const ways: Readonly<Record<number, readonly CodeStep[]>> = {
  1: [],
  2: ['bind'],
  3: ['bind', 'receive'],
  4: ['bind', 'receive', 'hold'],
  5: ['bind', 'receive', 'hold', 'send'],
  6: ['bind', 'receive', 'sell'],
  7: ['bind', 'receive', 'hold', 'giveBack'],
  8: ['bind', 'receive', 'degrade'],
  9: ['bind', 'receive', 'lose'],
  [-1]: ['void'],
};
const states = Object.keys(codeStatuses).map(Number);

const moveOf = (codeId: number, step: CodeStep, more: Partial<CodeMove> = {}): CodeMove => ({
  codeId,
  step,
  ...(step === 'bind' || step === 'rebind' ? { epc: freshEpc() } : {}),
  ...(step === 'sell' ? { orderNo: 'SO1' } : {}),
  ...(step === 'degrade' ? { imperfectType: 1 } : {}),
  warehouseId: warehouse,
  ...more,
});

const take = (tx: Tx, move: CodeMove, by = source) =>
  moveCodes(tx, { source: by, moves: [move], happenedAt: new Date().toISOString(), opId: randomUUID(), adminId: 1 });

/** A code in this state, with pieces of its goods wherever it may come to. */
async function codeIn(state: number): Promise<number> {
  const id = await addCode(db);
  const { rows } = await sql<{ sku_id: number }>`select sku_id from piece_code where id = ${id}`.execute(db);
  const sku = rows[0]?.sku_id ?? 0;
  for (const grade of [0, 1]) await addBalance(db, { warehouse, sku, grade, on_hand: 5 });
  await sql`
    insert into stock_balance (location_id, sku_id, imperfect_type, on_hand, guarded)
    select ${locationsOf(warehouse).transit}::bigint, ${sku}::bigint, grade, 5, true from unnest(array[0, 1]) as grade`.execute(
    db,
  );
  for (const step of ways[state] ?? []) await inTransaction(db, (tx) => take(tx, moveOf(id, step)));
  expect(await standing(id)).toMatchObject({ status: state });
  return id;
}

interface Standing {
  status: number;
  seq: number;
  imperfect_type: number;
  location_id: number | null;
}

async function standing(id: number): Promise<Standing | undefined> {
  const { rows } =
    await sql<Standing>`select status, seq, imperfect_type, location_id from piece_code where id = ${id}`.execute(db);
  return rows[0];
}

const steps = stepsOfCodes.map(([name]) => name).filter((name) => name !== 'issue');

describe('a step that a state does not have', () => {
  it.each(states)('is refused by the number of the code and leaves it where it is: from %i', async (state) => {
    const id = await codeIn(state);
    const before = await standing(id);
    for (const step of steps.filter((one) => !opensFrom(one, state)))
      await expect(
        inTransaction(db, (tx) => take(tx, moveOf(id, step))),
        step,
      ).rejects.toMatchObject({
        kind: 'illegalTransition',
        message: expect.stringContaining(codeSteps[step].label) as unknown,
      });
    expect(await standing(id)).toEqual(before);
  });

  it('is refused of a code that another document holds', async () => {
    const id = await codeIn(4);
    for (const step of steps.filter((one) => opensFrom(one, 4) && !['seen', 'print', 'rebind', 'move'].includes(one)))
      await expect(
        inTransaction(db, (tx) => take(tx, moveOf(id, step), { ...source, docId: 2 })),
        step,
      ).rejects.toMatchObject({
        kind: 'illegalTransition',
        message: expect.stringContaining('已被 ZM1 占用') as unknown,
      });
  });
});

describe('the database', () => {
  it('knows the edges of the declared life and no others', async () => {
    const { rows } = await sql`
      select from_status as "from", to_status as "to", event_type as event from code_edge order by 1, 2, 3`.execute(db);
    expect(rows).toEqual(codeEdges());
  });

  it('refuses what goes past the events: another state, another place, an event out of turn, one twice, none', async () => {
    const id = await codeIn(3);
    const event = (more: string) => sql`
      insert into code_event (code_id, seq, event_type, from_status, to_status, from_location_id, to_location_id, from_warehouse_id, to_warehouse_id, from_imperfect_type,
        imperfect_type, epc, op_id, admin_id, happened_at)
      select id, seq + 1, ${sql.raw(more)}, location_id, location_id, warehouse_id, warehouse_id, 0, 0, epc, gen_random_uuid(), 1, now() from piece_code where id = ${id}`;
    for (const [what, words] of [
      [sql`update piece_code set status = 9, location_id = 3 where id = ${id}`, 'by its events alone'],
      [sql`delete from piece_code where id = ${id}`, ''],
      [sql`update code_event set to_status = 9 where code_id = ${id}`, ''],
      [event('14, 3, 6'), 'code_event_edge_fkey'],
      [event('12, 8, 8'), 'does not follow'],
      // A sold piece that stands in a warehouse.
      [event('9, 3, 6'), 'piece_code_place_check'],
      [
        sql`insert into code_event (code_id, seq, event_type, from_status, to_status, from_imperfect_type, imperfect_type, op_id, admin_id, happened_at)
          values (${id}, 2, 12, 3, 3, 0, 0, gen_random_uuid(), 1, now())`,
        'code_event_seq_key',
      ],
    ] as const)
      await expect(inTransaction(db, async (tx) => await what.execute(tx))).rejects.toThrow(words);
    expect(
      await brokenInvariants(db).then((broken) => broken.filter(({ name }) => /^(i1[345]|k1[123])/.test(name))),
    ).toEqual([]);
  });

  it('keeps no more codes at a place than pieces, at the end of a transaction', async () => {
    const id = await codeIn(3);
    await expect(
      inTransaction(db, async (tx) => {
        await sql`update stock_balance set on_hand = 0 where sku_id = (select sku_id from piece_code where id = ${id}) and imperfect_type = 0 and warehouse_id = ${warehouse}`.execute(
          tx,
        );
      }),
    ).rejects.toThrow('more codes than pieces');
  });
});

describe('each declared step', () => {
  const edges = steps.flatMap((step) =>
    codeSteps[step].from.flatMap((from) =>
      (codeSteps[step].to === 'grade' ? [0, 1] : [undefined]).map((grade) => [step, from, grade] as const),
    ),
  );

  it.each(edges)('%s leads from %i where it says (grade %s)', async (step, from, grade) => {
    const id = await codeIn(from);
    const before = await standing(id);
    await inTransaction(db, (tx) => take(tx, moveOf(id, step, grade === undefined ? {} : { imperfectType: grade })));
    const after = await standing(id);
    const expected = targetOfStep(step, { from, grade: grade ?? before?.imperfect_type ?? 0 });
    expect(after).toMatchObject({ status: expected, seq: (before?.seq ?? 0) + 1 });
    const told =
      await sql`select event_type, from_status, to_status from code_event where code_id = ${id} order by seq desc limit 1`.execute(
        db,
      );
    expect(told.rows).toEqual([{ event_type: codeSteps[step].event, from_status: from, to_status: expected }]);
  });

  it('leaves the laws of codes as they were', async () => {
    const broken = await brokenInvariants(db);
    expect(broken.filter(({ name }) => /^(i07|i1[345]|k1[123]|k63)/.test(name))).toEqual([]);
  });

  it('is taken back with its transaction', async () => {
    const id = await codeIn(3);
    const before = await standing(id);
    await inTransaction(db, async (tx) => {
      await inSavepoint(tx, async () => {
        await take(tx, moveOf(id, 'hold'));
        throw new Error('no');
      }).catch(() => undefined);
    });
    expect(await standing(id)).toEqual(before);
  });
});
