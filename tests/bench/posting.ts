import type { Pool } from 'pg';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { counterparties, locationsOf } from '#server/ledger/locations.ts';
import { adjustment, openingStock } from '#tests/factories/stock.ts';
import { type Bare, bareIn, bareOut } from './bare-posting.ts';
import { type Bench, type Finding, inTurns, type Place, timed } from './bench.ts';
import { filledWarehouse, someGoods } from './shop.ts';

const clients = 8;

/** A document that is posted: what it does with goods, in words, and the same as bare SQL. */
interface Kind {
  readonly name: string;
  readonly type: number;
  readonly there: number;
  /** Batches in which the goods of a key stand before. */
  readonly batches: number;
  bare(pool: Pool, bare: Bare): Promise<void>;
}

const kinds: readonly Kind[] = [
  { name: 'posting', type: adjustType.otherIn, there: counterparties.supplier, batches: 1, bare: bareIn },
  { name: 'posting from batches', type: adjustType.ownUse, there: counterparties.own_use, batches: 20, bare: bareOut },
];

/**
 * Documents posted a second by eight clients on goods of their own, through the call, against the same writes as bare set-based SQL,
 * one transaction for each document: goods that come in and become batches, and promised goods that are taken from batches.
 */
export const posting: Bench = async (place) => {
  const findings: Finding[] = [];
  for (const kind of kinds) for (const lines of [1, 10]) findings.push(await postings(place, { kind, lines }));
  const broken = await brokenInvariants(place.db);
  if (broken.length > 0) throw new Error(`the books are broken: ${JSON.stringify(broken).slice(0, 400)}`);
  return findings;
};

async function postings(
  { house, pool, quick, say }: Place,
  { kind, lines }: { kind: Kind; lines: number },
): Promise<Finding> {
  const [rounds, each] = quick ? [7, 30] : [15, 60];
  const stocked = await someGoods(house.db, 5000);
  const { id: warehouse, people } = await filledWarehouse(house, stocked);
  const goods = stocked.slice(100, 100 + clients * lines);
  // One piece of each is asked for by each document of its client, in every round of both and in one more.
  const needed = Math.ceil((each * (rounds + 2) * 2) / kind.batches);
  for (let batch = 1; batch < kind.batches; batch += 1) {
    house.clock.advance(60_000);
    await openingStock(house, { people, warehouse, lines: goods.map((one) => ({ sku_id: one.id, qty: needed })) });
  }
  const here = locationsOf(warehouse).warehouse;
  const made = { warehouse, maker: people.maker, count: clients * each, type: kind.type, here };
  const waiting = () => submitted(pool, { ...made, lines, goods: goods.map((one) => one.id) });
  const all = async (work: (id: number) => Promise<unknown>): Promise<number> => {
    const documents = await waiting();
    return await timed(() =>
      Promise.all(
        documents.map(async (ids) => {
          for (const id of ids) await work(id);
        }),
      ),
    );
  };
  // A company that has been at work: the planner knows how much there is of what.
  await waiting();
  await pool.query('analyze');
  const call = (): Promise<number> => all((id) => house.ask(people.judge, adjustment.audit, { id, result: 1 }));
  const bare = (): Promise<number> =>
    all((id) => kind.bare(pool, { id, judge: people.judge.id, here, there: kind.there }));
  const { one, other, ratio } = await inTurns(rounds, call, bare);
  const perSecond = (time: number): string => `${((clients * each * 1000) / time).toFixed(0)}/s`;
  say(`  ${kind.name}, ${lines} line(s): done`);
  return {
    name: `${kind.name}: documents of ${lines} line${lines === 1 ? '' : 's'}, 8 clients`,
    ratio: 1 / ratio,
    atLeast: 0.5,
    figures: `${perSecond(one)} through the call, ${perSecond(other)} bare`,
  };
}

interface Submitting {
  readonly warehouse: number;
  readonly here: number;
  readonly maker: Actor;
  readonly type: number;
  readonly count: number;
  /** Lines of each document, of as many goods of its client. */
  readonly lines: number;
  readonly goods: readonly number[];
}

/** Documents that wait to be judged, by client: straight into the tables before the clock starts, for what is measured is the posting. */
async function submitted(
  pool: Pool,
  { warehouse, here, maker, type, count, lines, goods }: Submitting,
): Promise<number[][]> {
  const holds = type === adjustType.ownUse;
  const { rows } = await pool.query<{ id: number; client: number }>(
    `with made as (
      insert into stock_adjustment (adjust_no, warehouse_id, adjust_type, reason, status, total_qty, created_by, updated_by, last_edited_by, submitted_by, submitted_at)
      select gen_random_uuid()::text, $1, $6, '测量', 1, $4::int, $2, $2, $2, $2, now() from generate_series(1, $3::int) returning id, adjust_no
    ), history as (
      insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, admin_id, at) select 'stockAdjustment', id, adjust_no, 'submit', '提交', 0, 1, $2, now() from made
    ), numbered as (select id, adjust_no, (row_number() over (order by id) % ${clients})::int as client from made), lines as (
      insert into stock_adjustment_line (stock_adjustment_id, sku_id, qty)
      select n.id, g.sku_id, 1 from numbered n join unnest($5::bigint[]) with ordinality as g (sku_id, place) on (g.place - 1) / $4::int = n.client
      returning stock_adjustment_id, sku_id, qty
    ), held as (
      insert into stock_lock (location_id, sku_id, imperfect_type, qty, lock_type, doc_type, doc_id, doc_no, reason, admin_id)
      select $7, l.sku_id, 0, l.qty, 1, 'stockAdjustment', n.id, n.adjust_no, '测量', $2 from lines l join numbered n on n.id = l.stock_adjustment_id where $8
    ), promised as (
      update stock_balance b set locked = b.locked + l.qty from (select sku_id, sum(qty)::bigint as qty from lines group by 1) l
      where $8 and b.location_id = $7 and b.sku_id = l.sku_id and b.imperfect_type = 0
    ) select id, client from numbered`,
    [warehouse, maker.id, count, lines, goods, type, here, holds],
  );
  return Array.from({ length: clients }, (_, client) =>
    rows.filter((row) => row.client === client).map((row) => row.id),
  );
}
