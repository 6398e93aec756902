import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Call, InputOf, OutputOf } from '#contract/kit/call.ts';
import { connect, type Database } from '#server/database/connect.ts';
import type { Actor } from '#server/identity/actor.ts';
import { refusalOf } from '#server/kit/frame.ts';
import { createLog } from '#server/platform/log.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type OwnCluster, ownCluster } from '#tests/boot/kill.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';
import { brokenInvariants } from './invariants.ts';

// kill -9 of PostgreSQL under load (reference reliability R14, R15): what was answered stands, once, and nothing else does.

const kills = 4;
const clients = 8;
const log = createLog({ level: 'silent' });

/** What a client knows: its posting was answered. */
interface Acknowledged {
  readonly docId: number;
  readonly skuId: number;
  readonly qty: number;
  readonly opId: string;
}

let cluster: OwnCluster;
let database: Database;
let house: House;
let people: { maker: Actor; judge: Actor };
let warehouse: number;
let goods: Piece[];

beforeAll(async () => {
  cluster = await ownCluster();
  database = await connect({ url: cluster.url, max: 10 });
  house = openHouse(database.db);
  people = await stockPeople(house);
  warehouse = (await shelf(house.db)).id;
  goods = await pieces(house.db, 3);
});

afterAll(async () => await database.close());

it('keeps every answered posting, and no posting twice, through repeated kills', { timeout: 120_000 }, async () => {
  const stop = { asked: false, answered: 0 };
  const disturbed = new Set<string>();
  const working = Promise.all(Array.from({ length: clients }, (_, client) => work({ client, stop, disturbed })));
  // Awaited below; until then a client that fails must not end the run in the middle of a kill.
  working.catch(() => undefined);
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(1_500 + kill * 211);
    await cluster.kill();
    await sleep(150);
    await cluster.restart();
  }
  // As long as a slow machine takes for enough of them.
  await expect.poll(() => stop.answered, { timeout: 60_000 }).toBeGreaterThan(100);
  stop.asked = true;
  const known = (await working).flat();

  // Otherwise nobody was interrupted, and this was no test.
  expect(disturbed).toEqual(new Set(['busy']));
  const { rows: ledger } = await sql<{ doc_id: number; sku_id: number; delta: number; op_id: string }>`
    select doc_id, sku_id, delta, op_id from stock_ledger where warehouse_id = ${warehouse} order by doc_id`.execute(
    database.db,
  );
  expect(ledger.map((row) => ({ docId: row.doc_id, skuId: row.sku_id, qty: row.delta, opId: row.op_id }))).toEqual(
    known.toSorted((a, b) => a.docId - b.docId),
  );
  // An add that was repeated would stand there as a document nobody knows of.
  const { rows: documents } = await sql<{ id: number }>`select id from stock_adjustment order by id`.execute(
    database.db,
  );
  expect(documents.map((row) => row.id)).toEqual(known.map((one) => one.docId).sort((a, b) => a - b));
  expect(await brokenInvariants(database.db)).toEqual([]);
});

interface Working {
  readonly client: number;
  readonly stop: { asked: boolean; answered: number };
  /** Kinds of refusals that were answered meanwhile. */
  readonly disturbed: Set<string>;
}

/** Posts one adjustment after the other, each call under one op id until it is answered. */
async function work({ client, stop, disturbed }: Working): Promise<Acknowledged[]> {
  const known: Acknowledged[] = [];
  for (let turn = 1; !stop.asked; turn += 1) {
    const skuId = goods[(client + turn) % goods.length]?.id ?? 0;
    const qty = 1 + (turn % 9);
    const added = await answered(people.maker, adjustment.calls.add, {
      warehouse_id: warehouse,
      adjust_type: adjustType.otherIn,
      reason: '断电',
      lines: [{ sku_id: skuId, qty }] as never,
    });
    await answered(people.maker, adjustment.submit, { id: added.value.id });
    const posted = await answered(people.judge, adjustment.audit, { id: added.value.id, result: 1 });
    known.push({ docId: added.value.id, skuId, qty, opId: posted.opId });
    stop.answered += 1;
  }
  return known;

  async function answered<C extends Call>(
    actor: Actor,
    call: C,
    input: InputOf<C>,
  ): Promise<{ opId: string; value: OutputOf<C> }> {
    const opId = randomUUID();
    for (;;) {
      try {
        return { opId, value: await house.ask(actor, call, input, { opId }) };
      } catch (error) {
        const refusal = refusalOf(error, log, 'test');
        disturbed.add(refusal.kind);
        // Only "try again" may be tried again: any other word would end a person's work.
        if (refusal.kind !== 'busy') throw error;
        await sleep(50);
      }
    }
  }
}
