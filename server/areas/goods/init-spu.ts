import { sql } from 'kysely';
import { z } from 'zod';
import { typeOfBarcode } from '#contract/areas/goods/barcodes.ts';
import { type InitItem, initSpuCall, mostInitialised, mostPiecesMade } from '#contract/areas/goods/init-spu.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { inSavepoint } from '#server/database/transaction.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { addRecord, editRecord, type StoredRow, type Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { skuHooks } from './sku.ts';
import { refuseUnready, spuHooks, spuState } from './spu.ts';

/** Serves the initialisation of styles. */
export function serveInitSpu(kit: Kit): void {
  const id = z.int().min(1);
  const barcode = z.string().trim().min(1).max(limits.name).optional();
  const cell = z.strictObject({ color_value_id: id, size_id: id, barcode });
  const item = z.strictObject({
    spu_id: id,
    size_type_id: id.optional(),
    colors: z.array(id).max(40).optional(),
    cells: z.array(cell).max(mostPiecesMade).optional(),
    tag_price: z.int().min(1).optional(),
    is_code_managed: z.boolean().optional(),
    is_expire_managed: z.boolean().optional(),
  });
  const input = z.strictObject({ items: z.array(item).min(1).max(mostInitialised) });
  kit.registry.write(initSpuCall, input, async (context, { items }) => {
    const twice = items.findIndex(({ spu_id }, place) => items.findIndex((one) => one.spu_id === spu_id) !== place);
    if (twice >= 0) throw new Refusal('duplicate', '同一商品只能出现一次', `items.${twice}.spu_id`);
    const errors: { spu_id: number; error: string }[] = [];
    let made = 0;
    // In one order, so that two people who initialise the same styles wait for one another and never for good.
    for (const one of items.toSorted((some, other) => some.spu_id - other.spu_id)) {
      try {
        made += await inSavepoint(context.db, () =>
          initialise(kit, context, { item: one, left: mostPiecesMade - made }),
        );
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        errors.push({ spu_id: one.spu_id, error: error.message });
      }
    }
    return { ok_count: items.length - errors.length, sku_count: made, errors };
  });
}

interface Initialising {
  readonly item: InitItem;
  /** Pieces that the call may still make. */
  readonly left: number;
}

async function initialise(kit: Kit, context: WriteContext, { item, left }: Initialising): Promise<number> {
  const [style] = await lockRecords(context, spu, [item.spu_id]);
  if (!style) throw new Refusal('invalid', '商品不存在');
  if (style.status === spuState.disabled) throw new Refusal('illegalTransition', '商品已停用，请先启用');
  const fresh = style.status === spuState.toInitialise;
  if (fresh) await settle(kit, context, { style, item });
  const cells = await cellsOf(context, item);
  if (cells.length > left) throw new Refusal('invalid', `一次最多生成 ${mostPiecesMade} 个货品，请分批初始化`);
  for (const cell of cells) await addPiece(kit, context, { style, item, cell });
  if (fresh) await takeIntoUse(context, style);
  return cells.length;
}

/** What the item says of a style that is not in use yet. */
async function settle(
  kit: Kit,
  context: WriteContext,
  { style, item }: { style: StoredRow<typeof spu>; item: InitItem },
) {
  const { size_type_id, tag_price, is_code_managed, is_expire_managed } = item;
  const said = Object.entries({ size_type_id, tag_price, is_code_managed, is_expire_managed });
  const now: Values = style;
  const input = Object.fromEntries(said.filter(([name, value]) => value !== undefined && value !== now[name]));
  if (Object.keys(input).length === 0) return;
  const given = { id: style.id, version: style.version, ...input };
  await editRecord(context, { definition: spu, input: given, hooks: spuHooks(kit), numbers: kit.numbers });
}

interface Cell {
  readonly color_value_id: number;
  readonly size_id: number;
  readonly barcode: string | null;
}

// Those that are there already are left out; the sizes stand as people hang them.
async function cellsOf({ db }: WriteContext, { spu_id, colors = [], cells }: InitItem): Promise<Cell[]> {
  if (cells === undefined) {
    const { rows } = await sql<{ sizes: number }>`
      select count(z.id) as sizes from spu s left join size z on z.size_type_id = s.size_type_id where s.id = ${spu_id}`.execute(
      db,
    );
    if (rows[0]?.sizes === 0) throw new Refusal('invalid', '请选择有尺码的尺码组');
    if (colors.length === 0) throw new Refusal('invalid', '请选择颜色');
  }
  const asked = cells ?? [];
  const { rows } = await sql<Cell>`
    select distinct on (c.place, z."order", c.size_id, c.color_value_id) c.color_value_id, c.size_id, c.barcode
    from (
      select v.id as color_value_id, z.id as size_id, v.place, null as barcode from spu s join size z on z.size_type_id = s.size_type_id
        cross join unnest(${colors}::bigint[]) with ordinality as v (id, place) where s.id = ${spu_id} and ${cells === undefined}
      union all
      select e.color_value_id, e.size_id, 1, e.barcode
      from unnest(${asked.map((one) => one.color_value_id)}::bigint[], ${asked.map((one) => one.size_id)}::bigint[], ${asked.map((one) => one.barcode ?? null)}::text[])
        as e (color_value_id, size_id, barcode)
    ) c left join size z on z.id = c.size_id
    where not exists (select 1 from sku k where k.spu_id = ${spu_id} and k.color_value_id = c.color_value_id and k.size_id = c.size_id)
    order by c.place, z."order", c.size_id, c.color_value_id, c.barcode`.execute(db);
  return rows;
}

async function addPiece(
  kit: Kit,
  context: WriteContext,
  { style, item, cell: { barcode, ...cell } }: { style: StoredRow<typeof spu>; item: InitItem; cell: Cell },
): Promise<void> {
  const tag_price = item.tag_price ?? style.tag_price;
  const lines = barcode === null ? [] : [{ barcode, type: typeOfBarcode(barcode), is_main: true }];
  try {
    const input = { spu_id: style.id, ...cell, tag_price, ...(barcode === null ? {} : { lines }) };
    await addRecord(context, { definition: sku, input, hooks: skuHooks(kit), numbers: kit.numbers });
  } catch (error) {
    // Of many codes at once the one that is meant.
    if (
      error instanceof Refusal &&
      barcode !== null &&
      error.field?.startsWith('lines') &&
      !error.message.includes(barcode)
    )
      throw new Refusal(error.kind, `“${barcode}”${error.message}`, error.field);
    throw error;
  }
}

async function takeIntoUse(context: WriteContext, style: StoredRow<typeof spu>): Promise<void> {
  const [now] = await lockRecords(context, spu, [style.id]);
  if (!now) throw new Refusal('notFound');
  await refuseUnready(context, [now]);
  await sql`
    update spu set status = ${spuState.enabled}, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    where id = ${style.id}`.execute(context.db);
  await writeAudit(context, [
    {
      docType: spu.name,
      docId: style.id,
      docNo: String(style.spu_no),
      action: 'init',
      label: '初始化',
      fromStatus: spuState.toInitialise,
      toStatus: spuState.enabled,
    },
  ]);
}
