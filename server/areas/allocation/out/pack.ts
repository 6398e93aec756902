import { sql } from 'kysely';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { cartonState } from '#contract/areas/allocation/allot-enums.ts';
import type { allotOut } from '#contract/areas/allocation/allot-out.ts';
import type { Numbering } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { historyOf } from '#server/kit/audit-trail.ts';
import type { LineRow } from '#server/kit/lines.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { moveCartons } from './cartons.ts';

/** Pieces of a line in a carton, as the step was told. */
interface Put {
  readonly line_id: number;
  readonly carton_place: number;
  readonly qty: number;
}

const putsOf = ({ input }: Step<typeof allotOut>): readonly Put[] => (input.lines ?? []) as unknown as Put[];

/** Every picked piece is in one carton, no line twice in the same, and cartons are numbered without gaps from 1. */
export async function guardPack(step: Step<typeof allotOut>): Promise<void> {
  const puts = putsOf(step);
  const told = new Set<string>();
  const packed = new Map<number, number>();
  for (const [place, { line_id, carton_place: carton, qty }] of puts.entries()) {
    const name = `${line_id}/${carton}`;
    if (told.has(name))
      throw new Refusal('invalid', `同一货品在第 ${carton} 箱写了两次`, `lines.${place}.carton_place`);
    told.add(name);
    if (qty === 0) throw new Refusal('invalid', '装箱数量至少为 1', `lines.${place}.qty`);
    packed.set(line_id, (packed.get(line_id) ?? 0) + qty);
  }
  for (const [place, line] of (await step.lines()).entries()) {
    const [is, picked] = [packed.get(line.id) ?? 0, Number(line.pick_qty ?? 0)];
    if (is === picked) continue;
    const at = puts.findIndex(({ line_id }) => line_id === line.id);
    throw new Refusal(
      'invalid',
      `第 ${place + 1} 行已拣 ${picked} 件，装箱 ${is} 件，应一致`,
      at < 0 ? 'lines' : `lines.${at}.qty`,
    );
  }
  const places = [...new Set(puts.map(({ carton_place }) => carton_place))].toSorted((one, other) => one - other);
  const gap = places.findIndex((carton, index) => carton !== index + 1);
  if (gap >= 0) throw new Refusal('invalid', `箱序号应从 1 连续编号，缺少第 ${gap + 1} 箱`, 'lines');
}

/** Writes the cartons, in the place of those that were packed before, and beside each line the cartons that it went into. */
export async function packCartons({ numbers, registry }: Kit, step: Step<typeof allotOut>): Promise<Values> {
  const { context, document } = step;
  const { db, actor, now, opId } = context;
  const lines = new Map((await step.lines()).map((line) => [line.id, line]));
  await moveCartons(registry, context, { allotId: document.allot_id, step: 'unpack' });
  const puts = putsOf(step).map((put) => ({ ...put, ...goodsOf(lines.get(put.line_id)) }));
  const count = new Set(puts.map(({ carton_place }) => carton_place)).size;
  const given = (await numbers.take(allotCarton.number as Numbering, now, count)).map((carton_no, index) => ({
    carton_no,
    carton_place: index + 1,
  }));
  const at = now.toISOString();
  const history = historyOf(
    { adminId: actor.id, opId },
    {
      docType: allotCarton.name,
      action: 'add',
      label: '装箱',
      no: sql`carton_no`,
      toStatus: sql`${cartonState.packed}`,
      remark: sql`${document.out_no}`,
      rows: sql`carton order by id`,
      at,
    },
  );
  await sql`
    with put as (
      select * from jsonb_to_recordset(${JSON.stringify(puts)}::jsonb) as p (line_id bigint, carton_place bigint, qty bigint, sku_id bigint, imperfect_type smallint)
    ), given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (carton_no text, carton_place bigint)
    ), carton as (
      insert into allot_carton (carton_no, allot_id, allot_out_id, out_warehouse_id, in_warehouse_id, carton_place, carton_qty, total_qty, status, last_edited_by,
        created_by, updated_by, created_at, updated_at)
      select g.carton_no, ${document.allot_id}, ${document.id}, ${document.out_warehouse_id}, ${document.in_warehouse_id}, g.carton_place, ${count},
        (select sum(qty) from put p where p.carton_place = g.carton_place), ${cartonState.packed}, ${actor.id}, ${actor.id}, ${actor.id}, ${at}::timestamptz, ${at}::timestamptz
      from given g order by g.carton_place returning id, carton_no, carton_place
    ), line as (
      insert into allot_carton_line (allot_carton_id, out_line_id, sku_id, imperfect_type, qty)
      select c.id, p.line_id, p.sku_id, p.imperfect_type, p.qty from put p join carton c using (carton_place) order by p.carton_place, p.line_id
    ), history as (
      ${history}
    )
    update allot_out_line l set carton_no = left(p.places, 200)
    from (select line_id, string_agg(carton_place::text, '、' order by carton_place) as places from put group by 1) p where l.id = p.line_id`.execute(
    db,
  );
  return { carton_qty: count, packed_at: at };
}

const goodsOf = (line: LineRow<typeof allotOut> | undefined) => ({
  sku_id: line?.sku_id,
  imperfect_type: line?.imperfect_type,
});
