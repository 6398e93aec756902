import { sql } from 'kysely';
import { pushRefusalState as is, mostWaitingRefusals } from '#contract/areas/orders/push-refusal.ts';
import { limits } from '#contract/kit/limits.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import type { Refused } from '#server/kit/registry.ts';
import { type Receipt, receiptOf } from './receipt.ts';

/** What a refused body says of itself, as far as it can be read. */
interface Told extends Receipt {
  readonly shopNo: string | null;
  readonly at: string | null;
}

/**
 * Keeps a pushed order that was refused with its reason, one row for each receipt that waits. What does not even say which receipt it is of
 * cannot be told from another and is not kept: its channel has the answer.
 */
export async function keepRefusedPush({ db, actor, now, body: sent, refusal }: Refused): Promise<void> {
  const body = storable(sent);
  const told = toldOf(body);
  if (!told) return;
  const { source, place, no, year } = told;
  const error = storableText(refusal.message).slice(0, limits.remark);
  const field = refusal.field === undefined ? null : storableText(refusal.field).slice(0, limits.name);
  const at = now.toISOString();
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`refused push ${source} ${place} ${no} ${year}`}, 0))`.execute(
      tx,
    );
    const { rows } = await sql<{ id: number }>`
      update push_refusal r set error = ${error}, error_field = ${field}, push_count = r.push_count + 1, pushed_at = ${at}, version = r.version + 1,
        updated_by = ${actor.id}, updated_at = ${at}
      from push_refusal_body b where b.push_refusal_id = r.id and b.business_year = ${year}
        and r.source_order_no = ${no} and r.source = ${source} and r.channel = ${place} and r.status = ${is.waiting}
      returning r.id`.execute(tx);
    const known = rows[0]?.id;
    if (known !== undefined) {
      await sql`update push_refusal_body set body = ${JSON.stringify(body)}::jsonb where push_refusal_id = ${known}`.execute(
        tx,
      );
      return;
    }
    await refuseTooMany(tx, actor.id);
    await sql`
      with kept as (
        insert into push_refusal (source, channel, source_order_no, shop_id, ordered_at, error, error_field, push_count, pushed_at, status,
          created_by, updated_by, created_at, updated_at)
        values (${source}, ${place}, ${no}, (select id from shop where shop_no = ${told.shopNo}::text), ${told.at}, ${error}, ${field}, 1, ${at},
          ${is.waiting}, ${actor.id}, ${actor.id}, ${at}, ${at}) returning id
      )
      insert into push_refusal_body (push_refusal_id, business_year, body) select id, ${year}, ${JSON.stringify(body)}::jsonb from kept`.execute(
      tx,
    );
  });
}

/** Nobody fills the queue of those who settle it: a caller who has so many waiting is heard again once some are settled; what comes until then is in the log alone. */
async function refuseTooMany(db: Tx, adminId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from push_refusal where created_by = ${adminId} and status = ${is.waiting} limit ${mostWaitingRefusals}) w`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= mostWaitingRefusals)
    throw new Error(`caller ${adminId} has ${mostWaitingRefusals} refused orders waiting already`);
}

/** Stands in a kept text for what no database holds: U+0000, and half of a pair. */
export const unheld = '\u2400';

const storableText = (text: string): string => text.replaceAll('\0', unheld).replace(/\p{Surrogate}/gu, unheld);

/** A body as it can be kept, names of fields too: with signs in the place of what cannot, so that who settles it sees where it was. */
function storable(body: unknown): unknown {
  if (typeof body === 'string') return storableText(body);
  if (Array.isArray(body)) return body.map(storable);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [storableText(name), storable(value)]));
}

/** What waited of a receipt is settled once it was taken in. */
export async function settleRefusal(
  { db, actor, now }: { readonly db: Tx; readonly actor: { readonly id: number }; readonly now: Date },
  { source, place, no, year }: Receipt,
  orderId: number,
): Promise<void> {
  await sql`
    update push_refusal r set status = ${is.taken}, order_id = ${orderId}, version = r.version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    from push_refusal_body b where b.push_refusal_id = r.id and b.business_year = ${year}
      and r.source_order_no = ${no} and r.source = ${source} and r.channel = ${place} and r.status = ${is.waiting}`.execute(
    db,
  );
}

function toldOf(body: unknown): Told | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const said = body as Readonly<Record<string, unknown>>;
  const word = (name: string, most: number): string | null => {
    const value = said[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : null;
  };
  const no = word('source_order_no', limits.name);
  const source = said['source'];
  if (no === null || typeof source !== 'number' || ![1, 2, 3, 4, 5].includes(source)) return undefined;
  const ordered = Date.parse(word('ordered_at', 40) ?? '');
  const year = new Date(ordered).getUTCFullYear();
  const at = year >= 1970 && year <= 2100 ? new Date(ordered).toISOString() : null;
  const shopNo = word('shop_no', 16);
  const receipt = receiptOf({
    source,
    source_order_no: no,
    shop_no: shopNo,
    sale_channel_type: (word('sale_channel_type', 16) ?? '') as 'shop',
    sale_channel_value: word('sale_channel_value', 64),
    ordered_at: at ?? '1970-01-01T00:00:00Z',
  });
  return { ...receipt, shopNo, at };
}
