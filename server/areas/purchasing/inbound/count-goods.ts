import { sql } from 'kysely';
import type { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Step } from '#server/kit/step.ts';
import { detailsOf, lineField, totalsOf } from './batch-lines.ts';
import type { Stated } from './count-figures.ts';

/**
 * Takes a count: what is said of a line takes the place of all that was counted of it before, what nobody speaks of stays as it is, so
 * several people count one batch side by side. A line in several grades or dates becomes one for each (amendments G4).
 */
export async function countGoods(step: Step<typeof inWareBatch>): Promise<Values> {
  const { context, document } = step;
  const { db } = context;
  const entries = (step.input.lines ?? []).map(entryOf);
  const roots = new Set(detailsOf(await step.lines()).flatMap((line) => (line.split_of_id === null ? [line.id] : [])));
  refuseUnclear(entries, roots);
  const rows = [...grouped(entries)].flatMap(([, own]) => kept(own));
  await writeCounts(context, document.id, rows);
  await noteStated(context, document.id, [...new Set(entries.map(({ line_id }) => line_id))]);
  return { ...(await totalsOf(db, document.id)) };
}

/** Writes what was counted of planned lines in place of all that was counted of them before; the first figure of a line is the line's own. */
export async function writeCounts(
  { db, actor, now }: Pick<WriteContext, 'db' | 'actor' | 'now'>,
  batchId: number,
  figures: readonly Stated[],
): Promise<void> {
  const begun = new Set<number>();
  const rows = figures.map((figure) => {
    const is_first = !begun.has(figure.line_id);
    begun.add(figure.line_id);
    return { ...figure, is_first };
  });
  const told = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (line_id bigint, imperfect_type smallint, qty bigint, production_date date, expire_at date, is_first boolean)`;
  const by = sql`${actor.id}::bigint, ${now.toISOString()}::timestamptz`;
  await sql`delete from in_ware_batch_detail where in_ware_batch_id = ${batchId} and split_of_id = any(${[...begun]}::bigint[])`.execute(
    db,
  );
  await sql`
    update in_ware_batch_detail d set imperfect_type = e.imperfect_type, count_qty = e.qty, production_date = e.production_date, expire_at = e.expire_at,
      (counted_by, counted_at) = row(${by})
    from ${told} where d.id = e.line_id and e.is_first`.execute(db);
  await sql`
    insert into in_ware_batch_detail (in_ware_batch_id, arrival_line_id, purchase_line_id, split_of_id, sku_id, imperfect_type, count_qty, purchase_price, tax_rate_bp,
      price_state, production_date, expire_at, counted_by, counted_at)
    select d.in_ware_batch_id, d.arrival_line_id, d.purchase_line_id, d.id, d.sku_id, e.imperfect_type, e.qty, d.purchase_price, d.tax_rate_bp,
      d.price_state, e.production_date, e.expire_at, ${by}
    from ${told} join in_ware_batch_detail d on d.id = e.line_id where not e.is_first order by d.id, e.imperfect_type, e.expire_at`.execute(
    db,
  );
}

// What a tablet scanned of the same goods before now is in these figures, or not: nobody adds it to them unasked.
async function noteStated({ db, actor, now }: WriteContext, batchId: number, lineIds: number[]): Promise<void> {
  await sql`
    insert into in_ware_batch_stated (in_ware_batch_id, sku_id, stated_at, stated_by)
    select distinct ${batchId}::bigint, sku_id, ${now.toISOString()}::timestamptz, ${actor.id}::bigint from in_ware_batch_detail where id = any(${lineIds}::bigint[])
    on conflict (in_ware_batch_id, sku_id) do update set stated_at = excluded.stated_at, stated_by = excluded.stated_by`.execute(
    db,
  );
}

const entryOf = (line: Readonly<Record<string, unknown>>): Stated => ({
  line_id: Number(line.line_id),
  imperfect_type: (line.imperfect_type as number | null | undefined) ?? 0,
  qty: Number(line.qty),
  production_date: (line.production_date as string | null | undefined) ?? null,
  expire_at: (line.expire_at as string | null | undefined) ?? null,
});

function refuseUnclear(entries: readonly Stated[], roots: ReadonlySet<number>): void {
  const known = new Map<string, number>();
  for (const [place, entry] of entries.entries()) {
    const { line_id, imperfect_type, production_date, expire_at } = entry;
    if (!roots.has(line_id))
      throw new Refusal('invalid', `第 ${place + 1} 行是拆分出的明细，请按应收明细清点`, lineField(place, 'line_id'));
    if (production_date !== null && expire_at !== null && expire_at <= production_date)
      throw new Refusal('invalid', `第 ${place + 1} 行到期日期应晚于生产日期`, lineField(place, 'expire_at'));
    const key = `${line_id}/${imperfect_type}/${production_date}/${expire_at}`;
    const first = known.get(key);
    if (first !== undefined)
      throw new Refusal(
        'invalid',
        `第 ${place + 1} 行与第 ${first + 1} 行是同一货品的同一品级和日期`,
        lineField(place, 'line_id'),
      );
    known.set(key, place);
  }
}

function grouped(entries: readonly Stated[]): Map<number, Stated[]> {
  const byLine = new Map<number, Stated[]>();
  for (const entry of entries) byLine.set(entry.line_id, [...(byLine.get(entry.line_id) ?? []), entry]);
  return byLine;
}

/** What is kept of what was said of a line: the good pieces first, and none of nothing where there is something. */
function kept(entries: readonly Stated[]): Stated[] {
  const some = entries.filter(({ qty }) => qty > 0).toSorted((one, other) => one.imperfect_type - other.imperfect_type);
  return some.length > 0 ? some : entries.slice(0, 1).map((entry) => ({ ...entry, imperfect_type: 0 }));
}
