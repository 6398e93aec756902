import { sql } from 'kysely';
import {
  ageSpans,
  type DueFigure,
  type Dues,
  dueFilters,
  dueSpans,
  duesMost,
} from '#contract/areas/settlement/dues.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { conditionsOf, whereClause } from '#server/kit/list-query.ts';

/** What is to be paid, by when and to whom: of the statements that the caller's list shows, by the conditions of that list. */
export async function readDues({ db, actor, now }: ReadContext): Promise<Dues> {
  const today = businessDay(now);
  const where = (of: Parameters<typeof dueFilters>[0]) => whereClause(conditionsOf(statement, actor, dueFilters(of)));
  const { rows } = await sql<{ supplier_id: number; title: string; due_date: string; count: number; amount: number }>`
    select r.supplier_id, s.name as title, r.due_date::text as due_date, count(*)::bigint as count, sum(r.unpaid_amount)::bigint as amount
    from statement r join supplier s on s.id = r.supplier_id${where({})} group by r.supplier_id, s.name, r.due_date`.execute(
    db,
  );
  const { rows: owed } = await sql<DueFigure>`
    select count(*)::bigint as count, coalesce(-sum(r.unpaid_amount), 0)::bigint as amount from statement r${where({ owed: true })}`.execute(
    db,
  );
  const add = (into: DueFigure, { count, amount }: DueFigure) => {
    into.count += count;
    into.amount += amount;
  };
  const nothing = (): DueFigure => ({ count: 0, amount: 0 });
  const [weeks, ages] = [dueSpans(today), ageSpans(today)];
  const found = {
    all: nothing(),
    weeks: weeks.map(nothing),
    ages: ages.map(nothing),
    suppliers: new Map<number, Dues['suppliers'][number]>(),
  };
  for (const row of rows) {
    const of = found.suppliers.get(row.supplier_id) ?? {
      supplier_id: row.supplier_id,
      title: row.title,
      ...nothing(),
      ages: ages.map(nothing),
    };
    found.suppliers.set(row.supplier_id, of);
    add(found.all, row);
    add(of, row);
    const isIn = ({ from = '', to = '9999' }: { from?: string; to?: string }) =>
      from <= row.due_date && row.due_date <= to;
    weeks.forEach((span, place) => isIn(span) && add(found.weeks[place] ?? nothing(), row));
    ages.forEach((span, place) => {
      if (!isIn(span)) return;
      add(found.ages[place] ?? nothing(), row);
      add(of.ages[place] ?? nothing(), row);
    });
  }
  const suppliers = [...found.suppliers.values()].toSorted(
    (one, other) => other.amount - one.amount || one.supplier_id - other.supplier_id,
  );
  return {
    today,
    all: found.all,
    owed: owed[0] ?? nothing(),
    weeks: found.weeks,
    ages: found.ages,
    suppliers: suppliers.slice(0, duesMost),
    supplier_count: suppliers.length,
  };
}
