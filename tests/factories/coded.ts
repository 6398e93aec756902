import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { codeNumbering, withCheckDigit } from '#contract/areas/codes/code-number.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import { type Piece, pieces } from './shelf.ts';

/** Goods that are managed by code. */
export async function codedGoods(db: Kysely<unknown>, count = 1): Promise<Piece[]> {
  const goods = await pieces(db, count);
  await sql`update spu set is_code_managed = true where id in (select spu_id from sku where id = any(${goods.map(({ id }) => id)}))`.execute(
    db,
  );
  return goods;
}

/** An issued code of goods of its own, by the first event of its life; its id. */
export async function addCode(db: Kysely<unknown>): Promise<number> {
  const [goods] = await codedGoods(db);
  const order = await insert(db, 'code_order', {
    code_order_no: `ZM260101${String(next()).padStart(5, '0')}`,
    source_type: 1,
    total_qty: 1,
    status: 2,
    issued_at: '2026-01-01T02:00:00Z',
  });
  await insert(db, 'code_order_line', { code_order_id: order, sku_id: goods?.id, qty: 1 });
  const [number = ''] = await new Numbers(db).take(codeNumbering, new Date());
  const id = await insert(db, 'piece_code', {
    unique_code: withCheckDigit(number),
    sku_id: goods?.id,
    code_order_id: order,
  });
  await sql`
    insert into code_event (code_id, seq, event_type, from_status, to_status, from_imperfect_type, imperfect_type, op_id, admin_id, happened_at)
    values (${id}, 1, 1, 0, 1, 0, 0, ${randomUUID()}::uuid, 1, now())`.execute(db);
  return id;
}
