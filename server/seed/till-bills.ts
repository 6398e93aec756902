import { type RawBuilder, sql } from 'kysely';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { noMoney } from '#contract/areas/cashier/cashier-enums.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Chance } from './chance.ts';
import type { SeedStep } from './context.ts';

/** Till payments that stand on no bill yet, with their till and day. */
const due = sql`(
  select p.id as payment_id, p.order_id, p.pay_type, p.payee_account, p.amount, p.paid_at, o.shop_id, o.cashier_id,
    (p.paid_at at time zone 'Asia/Shanghai')::date as day
  from order_payment p join sale_order o on o.id = p.order_id
  where o.source = 1 and o.shop_id is not null and o.cashier_id is not null and not o.imported and p.pay_type <> all(${[...noMoney]}::smallint[])
    and not exists (select 1 from cashier_bill_receipt r where r.payment_id = p.id and r.kind = 1))`;

/** A bill of each cashier, shop and day for what tills took, as their receipts would have made it. */
export async function billTills({ tx, now, numbers }: SeedStep): Promise<void> {
  const { rows: tills } = await sql<{ shop_id: number; cashier_id: number; day: string }>`
    select shop_id, cashier_id, day::text as day from ${due} d group by shop_id, cashier_id, day order by day, shop_id, cashier_id`.execute(
    tx,
  );
  if (tills.length === 0) return;
  const nos = await numbers.take(cashierBill.number, now, tills.length);
  await sql`
    insert into cashier_bill (bill_no, shop_id, cashier_id, business_date, shift, till_shift, shift_no, status, last_edited_by, created_by, updated_by, created_at, updated_at)
    select no, shop_id, cashier_id, day, '1', '1', 1, 1, cashier_id, cashier_id, cashier_id, (day + time '10:00') at time zone 'Asia/Shanghai',
      (day + time '10:00') at time zone 'Asia/Shanghai'
    from ${rowsOf('t', {
      no: ['text', nos],
      shop_id: ['bigint', tills.map(({ shop_id }) => shop_id)],
      cashier_id: ['bigint', tills.map(({ cashier_id }) => cashier_id)],
      day: ['date', tills.map(({ day }) => day)],
    })} order by place on conflict do nothing`.execute(tx);
  await sql`
    insert into cashier_bill_receipt (cashier_bill_id, kind, order_id, payment_id, pay_type, payee_account, amount, at)
    select b.id, 1, d.order_id, d.payment_id, d.pay_type, d.payee_account, d.amount, d.paid_at
    from ${due} d join cashier_bill b on (b.shop_id, b.cashier_id, b.business_date) = (d.shop_id, d.cashier_id, d.day) and b.till_shift = '1' and b.status = 1
    order by d.payment_id`.execute(tx);
  await sumUp(tx);
  await trail(
    tx,
    sql`b.status = 1 and not exists (select 1 from audit_log a where a.doc_type = ${cashierBill.name} and a.doc_id = b.id)`,
    [{ action: 'add', label: '生成', from: null, to: 1, result: null, by: sql`b.cashier_id`, hour: 10 }],
  );
}

async function sumUp(tx: SeedStep['tx']): Promise<void> {
  await sql`
    insert into cashier_bill_line (cashier_bill_id, pay_type, receive_count, receive_amount, refund_amount, system_amount)
    select r.cashier_bill_id, r.pay_type, count(*) filter (where r.kind = 1), coalesce(sum(r.amount) filter (where r.kind = 1), 0)::bigint,
      coalesce(sum(r.amount) filter (where r.kind = 2), 0)::bigint, sum(case r.kind when 1 then r.amount else -r.amount end)::bigint
    from cashier_bill_receipt r join cashier_bill b on b.id = r.cashier_bill_id and b.status = 1 group by 1, 2 order by 1, 2
    on conflict (cashier_bill_id, pay_type) do update set receive_count = excluded.receive_count, receive_amount = excluded.receive_amount,
      refund_amount = excluded.refund_amount, system_amount = excluded.system_amount`.execute(tx);
  await sql`
    update cashier_bill b set system_amount = t.amount, order_count = t.orders from (
      select cashier_bill_id, sum(case kind when 1 then amount else -amount end)::bigint as amount, count(distinct order_id) filter (where kind = 1) as orders
      from cashier_bill_receipt group by cashier_bill_id
    ) t where t.cashier_bill_id = b.id and b.status = 1`.execute(tx);
}

/** Bills of days gone by that came out to the fen, handed in, checked and confirmed without a word; every so many are left to be settled by hand. */
export async function settleQuietly({ tx, now }: SeedStep, chance: Chance): Promise<void> {
  const every = chance.between(15, 19);
  const which = sql`b.status = 1 and b.business_date <= ${businessDay(now)}::date - 3 and b.id % ${every} <> 0`;
  const { rows } = await sql<{ id: number }>`select b.id from cashier_bill b where ${which} order by b.id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const of = sql`b.id = any(${ids}::bigint[])`;
  const named = (username: string) => sql`(select id from admin where username = ${username})`;
  await sql`
    update cashier_bill_line l set actual_amount = l.system_amount, checked_amount = l.system_amount from cashier_bill b where b.id = l.cashier_bill_id and ${of}`.execute(
    tx,
  );
  const at = (hour: number) => sql`((b.business_date + make_interval(hours => ${hour})) at time zone 'Asia/Shanghai')`;
  await sql`
    update cashier_bill b set status = 4, actual_amount = b.system_amount, checked_amount = b.system_amount, deposit_amount = 0, version = b.version + 3,
      submitted_by = b.cashier_id, submitted_at = ${at(22)}, updated_by = ${named('finMgr')}, updated_at = ${at(35)} where ${of}`.execute(
    tx,
  );
  await sql`
    insert into cashier_bill_end (cashier_bill_id, outcome, system_amount, actual_amount, checked_amount, diff_amount, deposit_amount, ended_by, ended_at)
    select b.id, 1, b.system_amount, b.actual_amount, b.checked_amount, 0, 0, ${named('finMgr')}, ${at(35)} from cashier_bill b where ${of} order by b.id`.execute(
    tx,
  );
  await trail(tx, of, [
    { action: 'submit', label: '交账', from: 1, to: 2, result: null, by: sql`b.cashier_id`, hour: 22 },
    { action: 'check', label: '核对', from: 2, to: 3, result: 1, by: named('fin'), hour: 34 },
    { action: 'confirm', label: '确认通过', from: 3, to: 4, result: 1, by: named('finMgr'), hour: 35 },
  ]);
}

interface Trodden {
  readonly action: string;
  readonly label: string;
  readonly from: number | null;
  readonly to: number;
  readonly result: number | null;
  readonly by: RawBuilder<unknown>;
  /** Hours from the beginning of the bill's day. */
  readonly hour: number;
}

/** The history of bills that took these steps. */
async function trail(tx: SeedStep['tx'], which: RawBuilder<unknown>, steps: readonly Trodden[]): Promise<void> {
  for (const { action, label, from, to, result, by, hour } of steps)
    await sql`
      insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, result, admin_id, at, op_id, ip)
      select ${cashierBill.name}, b.id, b.bill_no, ${action}, ${label}, ${from}::int, ${to}::int, ${result}::int, ${by},
        (b.business_date + make_interval(hours => ${hour})) at time zone 'Asia/Shanghai', md5(${action} || b.bill_no)::uuid, 'demo'
      from cashier_bill b where ${which} order by b.id`.execute(tx);
}
