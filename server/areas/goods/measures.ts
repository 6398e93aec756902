import { sql } from 'kysely';
import { z } from 'zod';
import {
  type Measure,
  type MeasureTable,
  measureCalls,
  measuredStyle,
  mostMeasure,
  mostTables,
  sizedStyle,
} from '#contract/areas/goods/measures.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { lockRecords, readRecord } from '#server/kit/read-record.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Tables of measures: which parts of a style are how long in each of its sizes (domain.md §3.2 productSize). */
export function serveMeasures(kit: Kit): void {
  const { registry } = kit;
  serveEntity(kit, measuredStyle);
  serveEntity(kit, sizedStyle);
  const spu_id = z.int().min(1);
  const measure = z.strictObject({
    size_id: z.int().min(1),
    part: z.string().trim().min(1).max(limits.name),
    value_mm: z.int().min(1).max(mostMeasure),
  });
  const table = z.strictObject({ spu_id, rows: z.array(measure).max(limits.pastedEntries) });
  registry.read(measureCalls.show, z.strictObject({ spu_id }), async (context, asked) => {
    const style = await readRecord(context.db, spu, { actor: context.actor, id: asked.spu_id });
    if (!style) throw new Refusal('notFound');
    return await tableOf(context, style);
  });
  registry.write(measureCalls.save, table, saveTable);
  registry.write(
    measureCalls.saveSeveral,
    z.strictObject({ items: z.array(table).min(1).max(mostTables) }),
    async (context, { items }) => {
      const errors: { spu_id: number; error: string }[] = [];
      // In one order, so that two people who store the same styles wait for one another and never for good.
      for (const item of items.toSorted((one, other) => one.spu_id - other.spu_id)) {
        try {
          await saveTable(context, item);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          errors.push({ spu_id: item.spu_id, error: error.message });
        }
      }
      return { ok_count: items.length - errors.length, errors };
    },
  );
}

type Style = Record<string, unknown> & { id: number };

/** The sizes of a style and what of them is measured. */
export async function tableOf({ db }: ReadContext, style: Style): Promise<MeasureTable> {
  const { rows } = await sql<Pick<MeasureTable, 'parts' | 'sizes' | 'rows'>>`
    select coalesce((select t.parts from size_type t where t.id = s.size_type_id), '{}') as parts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) order by z."order", z.id), '[]') from size z where z.size_type_id = s.size_type_id) as sizes,
      (select coalesce(jsonb_agg(jsonb_build_object('size_id', p.size_id, 'part', p.part, 'value_mm', p.value_mm) order by p.id), '[]') from product_size p where p.spu_id = s.id) as rows
    from spu s where s.id = ${style.id}`.execute(db);
  const [found = { parts: [], sizes: [], rows: [] }] = rows;
  return { spu_id: style.id, spu_no: String(style.spu_no), name: String(style.name), ...found };
}

// Nothing is written before all of it was looked at, so that a table that is refused leaves no trace beside others.
async function saveTable(
  context: WriteContext,
  { spu_id, rows }: { spu_id: number; rows: readonly Measure[] },
): Promise<{ count: number }> {
  const [style] = await lockRecords(context, spu, [spu_id]);
  if (!style) throw new Refusal('notFound');
  const table = await tableOf(context, style);
  const sizes = new Map(table.sizes.map(({ id, name }) => [id, name]));
  const seen = new Set<string>();
  for (const [place, { size_id, part }] of rows.entries()) {
    const refuse = (field: keyof Measure, words: string) => new Refusal('invalid', words, `rows.${place}.${field}`);
    if (!sizes.has(size_id)) throw refuse('size_id', '尺码不在商品的尺码组中');
    if (!table.parts.includes(part)) throw refuse('part', `尺码组没有测量部位“${part}”`);
    const key = `${size_id} ${part}`;
    if (seen.has(key)) throw refuse('part', `“${sizes.get(size_id) ?? ''}”的“${part}”重复`);
    seen.add(key);
  }
  const given = rowsOf('e', {
    size_id: ['bigint', rows.map(({ size_id }) => size_id)],
    part: ['text', rows.map(({ part }) => part)],
    value_mm: ['bigint', rows.map(({ value_mm }) => value_mm)],
  });
  await sql`
    delete from product_size p where p.spu_id = ${spu_id} and not exists (select 1 from ${given} where e.size_id = p.size_id and e.part = p.part)`.execute(
    context.db,
  );
  await sql`
    insert into product_size (spu_id, size_id, part, value_mm, updated_by, updated_at)
    select ${spu_id}::bigint, e.size_id, e.part, e.value_mm, ${context.actor.id}::bigint, ${context.now.toISOString()}::timestamptz from ${given}
    on conflict (spu_id, size_id, part) do update set value_mm = excluded.value_mm, updated_by = excluded.updated_by, updated_at = excluded.updated_at
    where product_size.value_mm <> excluded.value_mm`.execute(context.db);
  await writeAudit(context, [
    {
      docType: spu.name,
      docId: spu_id,
      docNo: table.spu_no,
      action: 'measure',
      label: '维护尺码表',
      changes: changesOf(table, rows),
    },
  ]);
  return { count: rows.length };
}

function changesOf({ rows: before, sizes }: MeasureTable, rows: readonly Measure[]) {
  const nameOf = new Map(sizes.map(({ id, name }) => [id, name]));
  const named = (all: readonly Measure[]) =>
    new Map(all.map(({ size_id, part, value_mm }) => [`${nameOf.get(size_id) ?? ''} ${part}`, value_mm]));
  const [was, is] = [named(before), named(rows)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  return Object.fromEntries(changed.map((key) => [key, { before: was.get(key) ?? null, after: is.get(key) ?? null }]));
}
