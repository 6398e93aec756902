import { type Kysely, sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';

/** In whose name and transaction money moves. */
export interface MoneyContext {
  readonly db: Kysely<unknown>;
  readonly now: Date;
  readonly opId: string;
  readonly actor: { readonly id: number };
}

/** The document that moves money between the accounts of suppliers. */
export interface MoneySource {
  readonly docType: string;
  readonly docId: number;
  readonly docNo: string;
}

/** One movement of an account of a supplier: fen, above zero what it grows by. */
export interface MoneyRow {
  readonly supplierId: number;
  /** One of `subledger`. */
  readonly subledger: number;
  readonly amount: number;
}

/**
 * Writes rows of the accounts that the house keeps of each supplier (decision 0067): append-only, one row of a document and account,
 * those of 0 left out. The database itself adds them to the balances, which nothing else changes; locks go by supplier and account.
 */
export async function postMoney(
  context: MoneyContext,
  source: MoneySource,
  rows: readonly MoneyRow[],
  date = businessDay(context.now),
): Promise<void> {
  const sums = new Map<string, { supplier_id: number; subledger: number; amount: number }>();
  for (const { supplierId, subledger, amount } of rows) {
    const key = `${supplierId}/${subledger}`;
    const sum = sums.get(key) ?? { supplier_id: supplierId, subledger, amount: 0 };
    sums.set(key, { ...sum, amount: sum.amount + amount });
  }
  const moved = [...sums.values()].filter(({ amount }) => amount !== 0);
  if (moved.length === 0) return;
  await sql`
    insert into money_ledger (supplier_id, subledger, amount, doc_type, doc_id, doc_no, business_date, at, op_id, admin_id)
    select r.supplier_id, r.subledger, r.amount, ${source.docType}, ${source.docId}, ${source.docNo}, ${date}::date, ${context.now.toISOString()}::timestamptz,
      ${context.opId}::uuid, ${context.actor.id}
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as r (supplier_id bigint, subledger smallint, amount bigint)
    order by r.supplier_id, r.subledger`.execute(context.db);
}

/** The balance of an account, held until the transaction ends: nobody spends it meanwhile. Fen. */
export async function holdBalance(
  { db }: Pick<MoneyContext, 'db'>,
  supplierId: number,
  subledger: number,
): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from money_balance where supplier_id = ${supplierId} and subledger = ${subledger} for update`.execute(
    db,
  );
  return rows[0]?.balance ?? 0;
}
