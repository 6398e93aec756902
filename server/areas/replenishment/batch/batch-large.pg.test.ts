import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockType } from '#contract/areas/warehouse/stock.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { batches, network } from '#tests/factories/replenishment.ts';

// Hundreds of goods for twelve shops become twelve allots in one transaction, in not much more time than the same rows by bare statements.

const goods = runsOf(500);
const shops = 12;

test(`a matrix of ${goods * shops} cells is confirmed in at most three times what its rows cost`, {
  timeout: 240_000,
}, async () => {
  const house = openHouse((await testDatabase()).db);
  const net = await network(house, { receivers: shops, stock: Array.from({ length: goods }, () => 1000) });
  const cells = Array.from({ length: goods }, (_, at) => Array.from({ length: shops }, (_, to) => 1 + ((at + to) % 3)));
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < runsOf(5) + 1; round += 1) {
    const [id, other] = [await net.batch(cells), await net.batch(cells)];
    await sql`analyze`.execute(house.db);
    const from = performance.now();
    await house.ask(net.manager, batches.confirm, { id });
    ours.push(performance.now() - from);
    const begun = performance.now();
    await bareConfirm(house.db, { id: other, from: net.sender, admin: net.manager.id, key: `X${round}` });
    bare.push(performance.now() - begun);
    expect(await net.allotsOf('batchAllot', id)).toHaveLength(shops);
    await sql`update batch_allot set status = -1 where id = ${other}`.execute(house.db);
    await undo(house.db, other);
  }
  const ratio = median(ours) / median(bare);
  process.stdout.write(
    `batch of ${goods} × ${shops}: ${median(ours).toFixed(0)} ms, bare ${median(bare).toFixed(0)} ms, ratio ${ratio.toFixed(2)}\n`,
  );
  expect(ratio).toBeLessThanOrEqual(3);
  const laws = await brokenInvariants(house.db);
  expect(laws.map(({ name }) => name).filter((name) => /^(i3[78]|k6[12]|k0[189]|k49|k59)/.test(name))).toEqual([]);
});

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

type Db = Parameters<typeof inTransaction>[0];

/** The same rows, as a script would write them: heads, lines, locks, balances, links and trail as sets, nothing judged. */
async function bareConfirm(
  db: Db,
  { id, from, admin, key }: { id: number; from: number; admin: number; key: string },
): Promise<void> {
  const { warehouse } = locationsOf(from);
  await inTransaction(db, async (tx) => {
    await sql`select 1 from batch_allot where id = ${id} for no key update`.execute(tx);
    await sql`
      select 1 from stock_balance where location_id = ${warehouse} and imperfect_type = 0 and sku_id in (select sku_id from batch_allot_line where batch_allot_id = ${id})
      order by sku_id for update`.execute(tx);
    await sql`
      insert into allot (allot_no, allot_type, source, out_warehouse_id, in_warehouse_id, total_qty, status, source_type, source_id, source_no, created_by, updated_by, last_edited_by)
      select ${key} || in_warehouse_id, 1, 2, ${from}, in_warehouse_id, sum(qty), 1, 'bare', ${id}, ${key}, ${admin}, ${admin}, ${admin}
      from batch_allot_line where batch_allot_id = ${id} group by in_warehouse_id`.execute(tx);
    await sql`
      insert into allot_line (allot_id, sku_id, qty, source_line_id)
      select a.id, l.sku_id, l.qty, l.id from batch_allot_line l join allot a on a.source_type = 'bare' and a.source_id = ${id} and a.in_warehouse_id = l.in_warehouse_id
      where l.batch_allot_id = ${id} order by a.id, l.id`.execute(tx);
    await sql`
      insert into stock_lock (location_id, sku_id, imperfect_type, line_id, qty, lock_type, doc_type, doc_id, doc_no, reason, admin_id)
      select ${warehouse}, l.sku_id, 0, l.id, l.qty, ${lockType.allot}, 'bare', a.id, a.allot_no, '调拨单', ${admin}
      from allot a join allot_line l on l.allot_id = a.id where a.source_type = 'bare' and a.source_id = ${id}`.execute(
      tx,
    );
    // Twelve allots hold for themselves: a balance changes with each of them.
    const { rows } = await sql<{ to: number }>`
      select distinct in_warehouse_id as "to" from batch_allot_line where batch_allot_id = ${id} order by 1`.execute(
      tx,
    );
    for (const { to } of rows)
      await sql`
        update stock_balance b set locked = b.locked + l.qty from batch_allot_line l
        where l.batch_allot_id = ${id} and l.in_warehouse_id = ${to} and b.location_id = ${warehouse} and b.sku_id = l.sku_id and b.imperfect_type = 0`.execute(
        tx,
      );
    await sql`
      update batch_allot_line l set allot_id = a.id from allot a
      where l.batch_allot_id = ${id} and a.source_type = 'bare' and a.source_id = ${id} and a.in_warehouse_id = l.in_warehouse_id`.execute(
      tx,
    );
    await sql`
      insert into audit_log (doc_type, doc_id, doc_no, action, label, to_status, admin_id, at)
      select 'bare', id, allot_no, 'add', '生成', 1, ${admin}, now() from allot where source_type = 'bare' and source_id = ${id}`.execute(
      tx,
    );
    await sql`update batch_allot set status = 2, version = version + 1 where id = ${id}`.execute(tx);
  });
}

/** Takes the bare rows away, so that the books stand as the house wrote them. */
async function undo(db: Db, id: number): Promise<void> {
  await sql`
    update stock_balance b set locked = b.locked - l.qty from (
      select k.location_id, k.sku_id, k.imperfect_type, sum(k.qty) as qty from stock_lock k where k.doc_type = 'bare' group by 1, 2, 3) l
    where b.location_id = l.location_id and b.sku_id = l.sku_id and b.imperfect_type = l.imperfect_type`.execute(db);
  await sql`delete from stock_lock where doc_type = 'bare'`.execute(db);
  await sql`update batch_allot_line set allot_id = null where batch_allot_id = ${id}`.execute(db);
  await sql`delete from allot_line where allot_id in (select id from allot where source_type = 'bare')`.execute(db);
  await sql`delete from allot where source_type = 'bare'`.execute(db);
}
