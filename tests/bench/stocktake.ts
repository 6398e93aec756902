import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import type { House } from '#tests/boot/house.ts';
import { close, type SheetPeople, sheetCalls, sheetPeople, startedSheet, Tablet } from '#tests/factories/stocktake.ts';
import { type Bench, type Finding, median, ms, timed } from './bench.ts';
import { filledWarehouse, someGoods } from './shop.ts';

const lines = 2000;

/**
 * A stocktake of 2,000 lines, each of them different from the book, posted by the call against the same rows written by bare
 * SQL, once while the planner knows nothing of the tables and once after ANALYZE: a plan that is only right with
 * statistics shows here (reference performance §1).
 */
export const stocktake: Bench = async ({ house, db, pool, quick, say }) => {
  const goods = await someGoods(db, lines, 2000);
  const people = await sheetPeople(house);
  const repeats = quick ? 2 : 4;
  const findings: Finding[] = [];
  for (const statistics of ['without statistics', 'after ANALYZE'] as const) {
    if (statistics === 'after ANALYZE') await sql`analyze`.execute(db);
    const wholes: number[] = [];
    const posts: { call: number; bare: number }[] = [];
    for (let n = 0; n < repeats; n += 1) {
      const ours = await audited(house, { people, goods });
      const call = await timed(() => house.ask(people.lead, sheetCalls.post, { id: ours.id }));
      const theirs = await audited(house, { people, goods });
      const bare = await timed(() => postBare(pool, theirs.id, people.lead.id));
      wholes.push(ours.took + call);
      posts.push({ call, bare });
    }
    // The best of each: whatever else the machine does can only add.
    const [call, bare] = [Math.min(...posts.map((one) => one.call)), Math.min(...posts.map((one) => one.bare))];
    say(
      `  stocktake of ${lines} lines ${statistics}: ${(median(wholes) / 1000).toFixed(2)} s from the plan to the books (create, download, counts, close, submit, review, audit, post)`,
    );
    findings.push({
      name: `stocktake: post ${lines} lines, ${statistics}`,
      ratio: call / bare,
      atMost: 3,
      figures: `${ms(call)} against ${ms(bare)} bare; whole ${(median(wholes) / 1000).toFixed(2)} s (Tryton, same machine: 44–220 s)`,
    });
  }
  const broken = await brokenInvariants(db);
  if (broken.length > 0) throw new Error(`the books are broken: ${JSON.stringify(broken).slice(0, 400)}`);
  return findings;
};

/** A sheet of all goods, counted by a tablet with one piece too many or too few each, up to its audit. */
async function audited(
  house: House,
  { people, goods }: { people: SheetPeople; goods: readonly { id: number; barcode: string }[] },
): Promise<{ id: number; took: number }> {
  const { id: warehouse } = await filledWarehouse(house, goods, { zones: ['A1'] });
  house.clock.advance(3_600_000);
  let id = 0;
  const took = await timed(async () => {
    id = await startedSheet(house, people, { warehouse });
    const [counter] = people.counters;
    const tablet = new Tablet(house, counter, id);
    await tablet.download('A1');
    for (const [place, { barcode }] of goods.entries())
      tablet.count(barcode, { zone: 'A1', qty: place % 2 === 0 ? 99 : 101 });
    while (tablet.waiting.length > 0) await sendSome(house, tablet, id);
    await tablet.finish('A1');
    house.clock.advance(60_000);
    await close(house, counter, { sheet: id, zone: 'A1' });
    await house.ask(people.lead, sheetCalls.submit, { id });
    await house.ask(people.reviewer, sheetCalls.review, { id, result: 1 });
    await house.ask(people.auditor, sheetCalls.audit, { id, result: 1 });
  });
  return { id, took };
}

// Batches of 200, as a tablet drains (limits.drainBatch).
async function sendSome(house: House, tablet: Tablet, id: number): Promise<void> {
  const rest = tablet.waiting.splice(200);
  const result = await tablet.send();
  if (result.answers.some((answer) => answer.outcome !== 'accepted'))
    throw new Error(`sheet ${id} at ${house.clock.now().toISOString()}: ${JSON.stringify(result.answers[0])}`);
  tablet.waiting.push(...rest);
}

async function postBare(pool: Pool, id: number, poster: number): Promise<void> {
  const client = await pool.connect();
  const opId = randomUUID();
  try {
    await client.query('begin');
    await client.query(
      `insert into op (op_id, admin_id, call, request_hash, answer) values ($1, $2, '/v1/stocktaking/post', $3, '{}')`,
      [opId, poster, opId],
    );
    await client.query(
      `with leg as (
        select p.location_id, l.sku_id, l.imperfect_type, p.sign * l.diff_qty as delta, l.id as line_id, t.stocktaking_no, l.counted_at, p.here
        from stocktaking t join stocktaking_line l on l.stocktaking_id = t.id
        cross join lateral (select id as location_id, 1 as sign, true as here from location where warehouse_id = t.warehouse_id and kind = 'warehouse' union all select id, -1, false from location where kind = 'gain_loss') p
        where t.id = $1
      ), moved as (
        update stock_balance b set on_hand = b.on_hand + leg.delta, last_in_at = leg.counted_at,
          counted_at = case when leg.here then leg.counted_at else b.counted_at end, counted_by_id = case when leg.here then $1 else b.counted_by_id end
        from leg where b.location_id = leg.location_id and b.sku_id = leg.sku_id and b.imperfect_type = leg.imperfect_type
        returning b.location_id, b.warehouse_id, b.sku_id, b.imperfect_type, b.on_hand, leg.delta, leg.line_id, leg.stocktaking_no, leg.counted_at as at
      )
      insert into stock_ledger (location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_after, happened_at, business_date, doc_type, doc_id, doc_no, line_id, op_id, admin_id)
      select location_id, warehouse_id, sku_id, imperfect_type, case when delta > 0 then 104 else 204 end, delta, on_hand - delta, on_hand, at, (at at time zone 'Asia/Shanghai')::date, 'stocktaking', $1, stocktaking_no, line_id, $2, $3 from moved`,
      [id, opId, poster],
    );
    await client.query(
      `insert into stocktaking_point (stocktaking_id, sku_id, imperfect_type, zone, counted_at) select $1, sku_id, imperfect_type, 'A1', counted_at from stocktaking_line where stocktaking_id = $1`,
      [id],
    );
    await client.query(
      'update stocktaking set status = 6, posted_at = now(), version = version + 1, updated_by = $2, updated_at = now() where id = $1',
      [id, poster],
    );
    await client.query(
      `insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, admin_id, at, op_id) select 'stocktaking', id, stocktaking_no, 'post', '过账', 5, 6, $2, now(), $3 from stocktaking where id = $1`,
      [id, poster, opId],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
