import { type Kysely, sql } from 'kysely';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import type { Make } from './samples.ts';

/** The id of a subject of the chart of accounts. */
export async function subject(db: Kysely<unknown>, code = '1002'): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from account_subject where code = ${code}`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Two entries of a voucher written by hand, in fen: 办公 paid from the bank. */
export async function entries(db: Kysely<unknown>, debit = 12_345, credit = debit) {
  return [
    { summary: '办公用品', subject_id: await subject(db, '6602'), debit, credit: 0 },
    { summary: '办公用品', subject_id: await subject(db, '1002'), debit: 0, credit },
  ];
}

/** A rule of vouchers that no event uses, straight into the table; its id. */
export async function addRule(db: Kysely<unknown>): Promise<number> {
  const event = `sample${next()}`;
  return await insert(db, 'voucher_rule', {
    event,
    part: 'goods',
    event_name: `业务${event}`,
    part_name: '金额',
    debit_code: '6601',
    credit_code: '1002',
  });
}

/** An event of which no voucher could be made, straight into the table; its id. */
export async function addAbnormal(db: Kysely<unknown>): Promise<number> {
  const id = await insert(db, 'voucher_abnormal', {
    period: '2026-03',
    biz_type: 1,
    source_type: 'inWareBatch',
    source_no: `RK260302${String(next()).padStart(5, '0')}`,
    error_type: 1,
    error: '科目未映射',
    status: 1,
  });
  await sql`
    with told as (
      insert into event_log (name, payload, op_id, admin_id, at)
      select 'goodsReceived', '{}', gen_random_uuid(), min(id), now() from admin returning id
    )
    insert into voucher_abnormal_event (voucher_abnormal_id, event_id) select ${id}, id from told`.execute(db);
  return id;
}

/** The first entry of a voucher of its own. */
export async function addEntry(db: Kysely<unknown>, make: Make): Promise<number> {
  const id = await make(voucher);
  const { rows } = await sql<{ id: number }>`select min(id) as id from voucher_entry where voucher_id = ${id}`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}
