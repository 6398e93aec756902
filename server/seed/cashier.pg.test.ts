import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { order } from '#contract/areas/orders/order.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { testStore } from '#tests/factories/files.ts';
import { insert } from '#tests/factories/insert.ts';
import { giveRole, roleWith } from '#tests/factories/people.ts';
import { tillKeys, tillShop } from '#tests/factories/tills.ts';
import { seedCashier } from './cashier.ts';

const now = new Date('2026-05-20T04:00:00Z');

async function hired(db: Kysely<unknown>): Promise<number> {
  const role = await roleWith(db, tillKeys);
  let cashier = 0;
  for (const username of ['cashier', 'shopMgr', 'fin', 'fin2', 'finMgr', 'finMgr2']) {
    const id = await insert(db, 'admin', { username, nickname: username });
    await giveRole(db, id, role);
    if (username === 'cashier') cashier = id;
  }
  return cashier;
}

it('bills of the demo company are of what its tills sold, in every state, and the books are right', async () => {
  const { db } = await testDatabase();
  const cashier = await hired(db);
  for (const type of [1, 2, 3]) {
    const shop = await tillShop(db, { type });
    // Orders of nothing but freight: what is asked here is their money, which the laws of orders know as paid, and the step that ended them.
    await sql`
      with made as (
        insert into sale_order (order_no, source, sale_channel_type, shop_id, warehouse_id, cashier_id, status, ordered_at, paid_at, freight_amount, payable_amount, paid_amount)
        select 'SOD' || ${shop.id}::bigint || '-' || n, 1, 'shop', ${shop.id}::bigint, ${shop.warehouse}::bigint, ${cashier}::bigint, 5, at, at, 10000 + n, 10000 + n, 10000 + n
        from generate_series(1, 400) n cross join lateral (select ${now.toISOString()}::timestamptz - n * interval '6 hours' as at) t
        returning id, order_no, ordered_at, paid_amount), trodden as (
        insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, admin_id, at, op_id, ip)
        select ${order.name}, id, order_no, 'add', '收银', null, 5, ${cashier}::bigint, ordered_at, md5(order_no)::uuid, 'demo' from made)
      insert into order_payment (order_id, pay_type, amount, trade_no, paid_at)
      select id, 1 + id % 3, paid_amount, 'TD' || id, ordered_at from made`.execute(db);
  }
  const step = { now, numbers: new Numbers(db), files: await testStore() };
  await inTransaction(db, (tx) => seedCashier({ ...step, tx }));
  const states = async (table: string) => {
    const { rows } = await sql<{ status: number }>`
      select distinct status from ${sql.table(table)} order by status`.execute(db);
    return rows.map(({ status }) => status);
  };
  expect(await states('cashier_bill')).toEqual([1, 2, 3, 4, 5]);
  expect(await states('channel_recon')).toEqual([1, 2, 3]);
  expect(await states('shop_bill')).toEqual(expect.arrayContaining([1, 3, 4]));
  expect(await brokenInvariants(db)).toEqual([]);
});
