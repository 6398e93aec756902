import { type Kysely, sql } from 'kysely';
import { suppliersClosing } from '#contract/areas/partners/supplier.ts';
import { accountsClosing } from '#contract/areas/partners/supplier-account.ts';
import { purchaseCancelling } from '#contract/areas/purchasing/purchase-events.ts';
import { subledger } from '#contract/areas/settlement/settle-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** By which model a supplier works with us. */
export async function coModelOf({ db }: { readonly db: Kysely<unknown> }, supplierId: number): Promise<number> {
  const { rows } = await sql<{ co_model: number }>`select co_model from supplier where id = ${supplierId}`.execute(db);
  return rows[0]?.co_model ?? 1;
}

/** Keeps suppliers, their accounts and orders from being closed while money of theirs is on its way. */
export function refuseClosing({ registry: { events } }: Pick<Kit, 'registry'>): void {
  events.on(suppliersClosing, async ({ db }, { supplier_ids }) => {
    const { rows } = await sql<{ name: string; amount: number }>`
      select s.name, sum(abs(b.balance))::bigint as amount from money_balance b join supplier s on s.id = b.supplier_id
      where b.supplier_id = any(${[...supplier_ids]}) and b.balance <> 0 group by s.id, s.name order by s.id limit 1`.execute(
      db,
    );
    const [open] = rows;
    if (open)
      throw new Refusal('illegalTransition', `供应商“${open.name}”还有 ${printYuan(open.amount)} 未结清，不能停用`);
  });
  events.on(accountsClosing, async ({ db }, { account_ids }) => {
    const { rows } = await sql<{ payment_no: string; account_no: string }>`
      select p.payment_no, a.account_no from payment p join supplier_account a on a.id = p.account_id
      where p.account_id = any(${[...account_ids]}) and p.status in (1, 2, 3) order by p.id limit 1`.execute(db);
    const [paying] = rows;
    if (paying)
      throw new Refusal(
        'illegalTransition',
        `账户 ${paying.account_no} 有付款单 ${paying.payment_no} 正在付款，不能停用`,
      );
  });
  events.on(purchaseCancelling, async ({ db }, { purchase_id, purchase_no }) => {
    const { rows } = await sql<{ payment_no: string }>`
      select p.payment_no from payment p join payment_line l on l.payment_id = p.id
      where l.purchase_id = ${purchase_id} and p.status in (0, 1, 2, 3, 4, 5) order by p.id limit 1`.execute(db);
    const [paid] = rows;
    if (paid)
      throw new Refusal('illegalTransition', `${purchase_no} 有预付款 ${paid.payment_no}，请先作废或冲回付款单`);
  });
}

/** What stands in the accounts of a supplier, and how much of what was paid ahead no other statement has taken. Fen. */
export async function balancesOf(db: Kysely<unknown>, supplierId: number, besides: number | undefined) {
  const { rows } = await sql<{
    payable: number;
    prepaid: number;
    deposit: number;
    taken: number;
    settle_days: number;
  }>`
    select coalesce((select balance from money_balance where supplier_id = s.id and subledger = ${subledger.payable}), 0) as payable,
      coalesce((select balance from money_balance where supplier_id = s.id and subledger = ${subledger.prepaid}), 0) as prepaid,
      coalesce((select balance from money_balance where supplier_id = s.id and subledger = ${subledger.deposit}), 0) as deposit,
      (select coalesce(sum(prepay_offset_amount), 0)::bigint from statement
        where supplier_id = s.id and status in (0, 1, 2, 3, 7) and id is distinct from ${besides ?? null}::bigint) as taken, s.settle_days
    from supplier s where s.id = ${supplierId}`.execute(db);
  const [found] = rows;
  if (!found) throw new Refusal('notFound');
  const { taken, ...balances } = found;
  return { ...balances, prepaid_free: Math.max(0, balances.prepaid - taken) };
}
