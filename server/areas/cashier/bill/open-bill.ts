import { sql } from 'kysely';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** Whose till of which day. */
export interface Till {
  readonly shopId: number;
  readonly cashierId: number;
  readonly day: string;
  /** As the till calls it; null where it does not say. */
  readonly shift: string | null;
}

/** How often somebody else's bill may come first before something is wrong. */
const attempts = 20;

/**
 * The bill that a receipt belongs to, locked: the open one of its till, day and shift, else a new one behind those that were handed in
 * (amendments G16). Of two who make one at the same time, the second waits for the first and takes its bill.
 */
export async function openBill(kit: Pick<Kit, 'numbers'>, context: WriteContext, till: Till): Promise<number> {
  const { db } = context;
  const name = till.shift?.trim() || '1';
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { rows } = await sql<{ id: number }>`
      select id from cashier_bill where shop_id = ${till.shopId} and cashier_id = ${till.cashierId} and business_date = ${till.day}::date
        and till_shift = ${name} and status = 1 for no key update`.execute(db);
    const id = rows[0]?.id ?? (await makeBill(kit, context, { till, name, attempt }));
    if (id !== undefined) return id;
  }
  throw new Error(`no bill for till ${till.shopId} of ${till.cashierId} on ${till.day}`);
}

interface Making {
  readonly till: Till;
  readonly name: string;
  /** Names that are taken by another shift of the till are passed over. */
  readonly attempt: number;
}

async function makeBill(
  { numbers }: Pick<Kit, 'numbers'>,
  context: WriteContext,
  { till, name, attempt }: Making,
): Promise<number | undefined> {
  const { db, actor, now } = context;
  const { rows: before } = await sql<{ last: number }>`
    select coalesce(max(shift_no), 0) as last from cashier_bill
    where shop_id = ${till.shopId} and cashier_id = ${till.cashierId} and business_date = ${till.day}::date and till_shift = ${name}`.execute(
    db,
  );
  const place = (before[0]?.last ?? 0) + 1 + attempt;
  const [no = ''] = await numbers.take(cashierBill.number, now);
  const { rows } = await sql<{ id: number }>`
    insert into cashier_bill (bill_no, shop_id, cashier_id, business_date, shift, till_shift, shift_no, status, last_edited_by, created_by, updated_by, created_at, updated_at)
    values (${no}, ${till.shopId}, ${till.cashierId}, ${till.day}::date, ${shiftOf(name, place)}, ${name}, ${place}, 1, ${actor.id}, ${actor.id}, ${actor.id},
      ${now.toISOString()}, ${now.toISOString()})
    on conflict do nothing returning id`.execute(db);
  const id = rows[0]?.id;
  if (id !== undefined)
    await writeAudit(context, [
      { docType: cashierBill.name, docId: id, docNo: no, action: 'add', label: '生成', toStatus: 1 },
    ]);
  return id;
}

/** Shift 1 that was handed in is followed by 2, 早班 by 早班-2. */
function shiftOf(name: string, place: number): string {
  if (/^\d{1,3}$/.test(name)) return String(Number(name) + place - 1);
  return place === 1 ? name.slice(0, 60) : `${name.slice(0, 60)}-${place}`;
}
