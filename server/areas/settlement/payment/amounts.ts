import { sql } from 'kysely';
import type { payment as paymentDefinition } from '#contract/areas/settlement/payment.ts';
import { direction, paymentType, subledger } from '#contract/areas/settlement/settle-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { SavedValues } from '#server/kit/save-record.ts';
import { holdBalance } from '#server/ledger/money/post-money.ts';

interface Line {
  id: number;
  place: number;
  statement_id: number | null;
  purchase_id: number | null;
  amount: number;
}

/**
 * Holds what a payment is for and refuses what is not owed: of a statement no more than is unpaid and no other payment on its way takes, ahead of
 * an order no more than its contract allows. Two who pay the same one wait for each other here.
 */
export async function refuseUnowed(
  context: WriteContext,
  id: number,
  payment: SavedValues<typeof paymentDefinition>,
): Promise<void> {
  const { rows: lines } = await sql<Line>`
    select id, row_number() over (order by id)::int as place, statement_id, purchase_id, amount from payment_line where payment_id = ${id} order by id`.execute(
    context.db,
  );
  const type = payment.payment_type;
  const comesBack = payment.direction === direction.receive && type !== paymentType.settlement;
  for (const line of lines) {
    const fits =
      (line.statement_id !== null) === (type === paymentType.settlement) &&
      (line.purchase_id !== null) === (type === paymentType.prepay && !comesBack);
    if (!fits)
      throw new Refusal(
        'invalid',
        comesBack ? '收回预付或保证金只填金额，不选结算单和采购单' : (wanted[type] ?? '付款明细与付款类型不符'),
        `lines.${line.place - 1}.statement_id`,
      );
  }
  if (comesBack) return await refuseBeyondBalance(context, { id, payment, lines });
  if (type === paymentType.settlement) await refuseOverpaid(context, { id, payment, lines });
  if (type === paymentType.prepay) await refuseTooEarly(context, { id, payment, lines });
  if (type === paymentType.deposit && lines.length > 1)
    throw new Refusal('invalid', '保证金付款只有一行明细', 'lines.1.amount');
}

const wanted: Readonly<Record<number, string>> = {
  [paymentType.settlement]: '结算付款每行请选择结算单',
  [paymentType.prepay]: '预付款每行请选择采购单',
  [paymentType.deposit]: '保证金付款不选结算单和采购单',
};

interface Judged {
  readonly id: number;
  readonly payment: SavedValues<typeof paymentDefinition>;
  readonly lines: readonly Line[];
}

/** Payments on their way: from the draft to the one that waits to be made, those that were rejected among them. */
const onTheirWay = sql`p.status in (0, 1, 2, 3, 5)`;

/** What lies with a supplier, ahead of his goods or as a deposit, and nobody else has taken: no more than that comes back (amendments D). */
async function refuseBeyondBalance(context: WriteContext, { id, payment, lines }: Judged): Promise<void> {
  if (lines.length > 1) throw new Refusal('invalid', '收回预付或保证金只有一行明细', 'lines.1.amount');
  const ahead = payment.payment_type === paymentType.prepay;
  const balance = await holdBalance(context, payment.supplier_id, ahead ? subledger.prepaid : subledger.deposit);
  const { rows } = await sql<{ taken: number }>`
    select ((case when ${ahead}::boolean then (
        select coalesce(sum(prepay_offset_amount), 0) from statement where supplier_id = ${payment.supplier_id} and status in (0, 1, 2, 3, 7)) else 0 end)
      + (select coalesce(sum(p.amount), 0) from payment p where p.supplier_id = ${payment.supplier_id} and p.payment_type = ${payment.payment_type}
        and p.direction = ${direction.receive} and p.id <> ${id} and ${onTheirWay}))::bigint as taken`.execute(
    context.db,
  );
  const taken = rows[0]?.taken ?? 0;
  const [line] = lines;
  if (line && line.amount > balance - taken)
    throw new Refusal(
      'invalid',
      `${ahead ? '预付' : '保证金'}余额 ${printYuan(balance)}，其他单据占用 ${printYuan(taken)}，本次最多 ${printYuan(Math.max(0, balance - taken))}`,
      'lines.0.amount',
    );
}

async function refuseOverpaid({ db }: WriteContext, { id, payment, lines }: Judged): Promise<void> {
  const ids = lines.map(({ statement_id }) => statement_id);
  await sql`select 1 from statement where id = any(${ids}) order by id for no key update`.execute(db);
  const { rows } = await sql<{
    id: number;
    statement_no: string;
    supplier_id: number;
    status: number;
    unpaid_amount: number;
    others: number;
  }>`
    select s.id, s.statement_no, s.supplier_id, s.status, s.unpaid_amount, coalesce((
      select sum(l.amount) from payment_line l join payment p on p.id = l.payment_id where l.statement_id = s.id and p.id <> ${id} and ${onTheirWay}), 0)::bigint as others
    from statement s where s.id = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sign = payment.direction === direction.receive ? -1 : 1;
  for (const line of lines) {
    const owed = byId.get(line.statement_id ?? 0);
    const refuse = (field: string, words: string) => new Refusal('invalid', words, `lines.${line.place - 1}.${field}`);
    if (!owed || owed.supplier_id !== payment.supplier_id) throw refuse('statement_id', '结算单不是所选供应商的');
    if (owed.status !== 4 && owed.status !== 5) throw refuse('statement_id', `结算单 ${owed.statement_no} 不在待付款`);
    if (owed.unpaid_amount * sign <= 0)
      throw refuse(
        'statement_id',
        sign > 0
          ? `结算单 ${owed.statement_no} 是供应商欠款，请选择收付方向“收款”`
          : `结算单 ${owed.statement_no} 没有供应商欠款`,
      );
    const left = owed.unpaid_amount * sign - owed.others;
    if (line.amount > left)
      throw refuse(
        'amount',
        `结算单 ${owed.statement_no} 未付 ${printYuan(owed.unpaid_amount * sign)}，其他付款单占用 ${printYuan(owed.others)}，本次最多 ${printYuan(Math.max(0, left))}`,
      );
  }
  await sql`
    update payment_line l set unpaid_amount = abs(s.unpaid_amount) from statement s where s.id = l.statement_id and l.payment_id = ${id}`.execute(
    db,
  );
}

async function refuseTooEarly({ db }: WriteContext, { id, payment, lines }: Judged): Promise<void> {
  const ids = lines.map(({ purchase_id }) => purchase_id);
  await sql`select 1 from purchase_order where id = any(${ids}) order by id for no key update`.execute(db);
  const { rows } = await sql<{
    id: number;
    purchase_no: string;
    supplier_id: number;
    status: number;
    most: number;
    others: number;
  }>`
    select o.id, o.purchase_no, o.supplier_id, o.status, (o.total_amount * coalesce(c.deposit_rate_bp, 0) / 10000)::bigint as most, coalesce((
      select sum(l.amount) from payment_line l join payment p on p.id = l.payment_id
      where l.purchase_id = o.id and p.id <> ${id} and (${onTheirWay} or p.status = 4)), 0)::bigint as others
    from purchase_order o left join contract c on c.id = o.contract_id where o.id = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const line of lines) {
    const order = byId.get(line.purchase_id ?? 0);
    const refuse = (field: string, words: string) => new Refusal('invalid', words, `lines.${line.place - 1}.${field}`);
    if (!order || order.supplier_id !== payment.supplier_id) throw refuse('purchase_id', '采购单不是所选供应商的');
    if (order.status < 3 || order.status > 5)
      throw refuse('purchase_id', `采购单 ${order.purchase_no} 未审核或已关闭，不能预付`);
    if (line.amount > order.most - order.others)
      throw refuse(
        'amount',
        `采购单 ${order.purchase_no} 按合同最多预付 ${printYuan(order.most)}，已付或在付 ${printYuan(order.others)}`,
      );
  }
  await sql`
    update payment_line l set unpaid_amount = greatest(0, o.total_amount) from purchase_order o where o.id = l.purchase_id and l.payment_id = ${id}`.execute(
    db,
  );
}
