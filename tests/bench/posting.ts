import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { adjustment } from '#tests/factories/stock.ts';
import { type Bench, type Finding, inTurns, timed } from './bench.ts';
import { filledWarehouse, someGoods } from './shop.ts';

const clients = 8;

/**
 * Documents posted a second by eight clients on goods of their own, through the call, against the same writes (op row,
 * ledger, balances, document, audit row) as bare set-based SQL, one transaction for each document.
 */
export const posting: Bench = async (place) => {
  const findings: Finding[] = [];
  for (const lines of [1, 10]) findings.push(await postings(place, lines));
  return findings;
};

async function postings({ house, pool, quick, say }: Parameters<Bench>[0], lines: number): Promise<Finding> {
  const [rounds, each] = quick ? [7, 30] : [15, 60];
  const stocked = await someGoods(house.db, 5000);
  const { id: warehouse, people } = await filledWarehouse(house, stocked);
  const goods = stocked.slice(100, 100 + clients * lines);
  const { rows: places } = await pool.query<{ here: number; there: number }>(
    `select (select id from location where warehouse_id = $1 and kind = 'warehouse') as here, (select id from location where kind = 'supplier') as there`,
    [warehouse],
  );
  const { here, there } = places[0] ?? { here: 0, there: 0 };

  // Submitted before the clock starts, straight into the tables: what is measured is the posting.
  const waiting = async (): Promise<number[][]> => {
    const { rows } = await pool.query<{ id: number; client: number }>(
      `with made as (
        insert into stock_adjustment (adjust_no, warehouse_id, adjust_type, reason, status, total_qty, created_by, updated_by, last_edited_by, submitted_by, submitted_at)
        select gen_random_uuid()::text, $1, ${adjustType.otherIn}, '测量', 1, $4::int, $2, $2, $2, $2, now() from generate_series(1, $3::int) returning id
      ), numbered as (select id, (row_number() over (order by id) % ${clients})::int as client from made), lines as (
        insert into stock_adjustment_line (stock_adjustment_id, sku_id, qty)
        select n.id, g.sku_id, 1 from numbered n join unnest($5::bigint[]) with ordinality as g (sku_id, place) on (g.place - 1) / $4::int = n.client
      ) select id, client from numbered`,
      [warehouse, people.maker.id, clients * each, lines, goods.map((one) => one.id)],
    );
    return Array.from({ length: clients }, (_, client) =>
      rows.filter((row) => row.client === client).map((row) => row.id),
    );
  };
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
  const bare = (): Promise<number> => all((id) => postBare(pool, { id, judge: people.judge.id, here, there }));
  const { one, other, ratio } = await inTurns(rounds, call, bare);
  const perSecond = (time: number): string => `${((clients * each * 1000) / time).toFixed(0)}/s`;
  say(`  posting, ${lines} line(s): done`);
  return {
    name: `posting: documents of ${lines} line${lines === 1 ? '' : 's'}, 8 clients`,
    ratio: 1 / ratio,
    atLeast: 0.5,
    figures: `${perSecond(one)} through the call, ${perSecond(other)} bare`,
  };
}

async function postBare(
  pool: Pool,
  { id, judge, here, there }: { id: number; judge: number; here: number; there: number },
): Promise<void> {
  const client = await pool.connect();
  const opId = randomUUID();
  const answer = JSON.stringify({ result: { id, version: 3, no: 'bare' } });
  try {
    await client.query('begin');
    await client.query(
      `insert into op (op_id, admin_id, call, request_hash, answer) values ($1, $2, '/v1/Inventory/adjustAudit', $3, $4)`,
      [opId, judge, opId, answer],
    );
    await client.query(
      `with leg as (
        select p.location_id, l.sku_id, l.imperfect_type, p.sign * l.qty as delta, l.id as line_id, d.adjust_no
        from stock_adjustment d join stock_adjustment_line l on l.stock_adjustment_id = d.id cross join (values ($2::bigint, 1), ($3::bigint, -1)) as p (location_id, sign) where d.id = $1
      ), moved as (
        update stock_balance b set on_hand = b.on_hand + leg.delta, last_in_at = now() from leg
        where b.location_id = leg.location_id and b.sku_id = leg.sku_id and b.imperfect_type = leg.imperfect_type returning b.*, leg.delta, leg.line_id, leg.adjust_no
      )
      insert into stock_ledger (location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_after, happened_at, business_date, doc_type, doc_id, doc_no, line_id, op_id, admin_id)
      select location_id, warehouse_id, sku_id, imperfect_type, 105, delta, on_hand - delta, on_hand, now(), current_date, 'stockAdjustment', $1, adjust_no, line_id, $4, $5 from moved`,
      [id, here, there, opId, judge],
    );
    await client.query(
      'update stock_adjustment set status = 2, posted_at = now(), version = version + 1, updated_by = $2, updated_at = now() where id = $1',
      [id, judge],
    );
    await client.query(
      `insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, result, admin_id, at, op_id, ip) select 'stockAdjustment', id, adjust_no, 'audit', '审核通过', 1, 2, 1, $2, now(), $3, '127.0.0.1' from stock_adjustment where id = $1`,
      [id, judge, opId],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
