import { type RawBuilder, sql } from 'kysely';
import { colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { spuState } from '#server/areas/goods/spu.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import { colors, sizeRuns } from './catalogue.ts';
import { Chance } from './chance.ts';
import { contextOf, type SeedStep } from './context.ts';
import { type Sort, sorts } from './goods-plan.ts';

/**
 * The styles and SKUs of the demo company (domain.md §13.6), as sets: three inserts for all of them, by the rules of the
 * screens (names, main barcodes, numbers from the series, a history). Suppliers must be there: each brand is sold by one.
 */
export async function seedGoods(step: SeedStep): Promise<void> {
  const styles = planStyles(step.now);
  await numberAll(step, styles);
  const stamp = sql`1::bigint, 1::bigint, ${step.now.toISOString()}::timestamptz, ${step.now.toISOString()}::timestamptz`;
  const { rows: spus } = await sql<Made>`
    with tree as (
      select c.id, coalesce(t.name || '/', '') || coalesce(m.name || '/', '') || c.name as path
      from category c left join category m on m.id = c.parent_id left join category t on t.id = m.parent_id
    )
    insert into spu (spu_no, style_no, name, category_id, brand_id, unit_id, size_type_id, year, season_name, sex_name, supplier_id, co_model, tag_price, online_time,
      is_code_managed, is_expire_managed, shelf_life_days, status, created_by, updated_by, created_at, updated_at)
    select d.spu_no, d.style_no, d.name, t.id, b.id, u.id, z.id, d.year, d.season_name, d.sex_name, v.id, d.co_model, d.tag_price, d.online_time,
      d.is_code_managed, d.shelf_life_days is not null, d.shelf_life_days, d.status, ${stamp}
    from ${recordset(styles, 'spu_no text, style_no text, name text, category text, brand text, unit text, run text, year bigint, season_name text, sex_name text, co_model smallint, tag_price bigint, online_time timestamptz, is_code_managed boolean, shelf_life_days bigint, status smallint')}
    join tree t on t.path = d.category join brand b on b.name = d.brand join unit u on u.name = d.unit join size_type z on z.code = d.run join supplier v on b.id = any(v.brand_ids)
    order by d.spu_no returning id, spu_no as no`.execute(step.tx);
  const pieces = styles.flatMap((style) => style.pieces.map((piece) => ({ ...piece, spu_no: style.spu_no })));
  const { rows: skus } = await sql<Made>`
    with draft as (
      select d.* from ${recordset(pieces, 'sku_no text, spu_no text, color text, size text, barcode text, weight_g bigint')}
    ), piece as (
      insert into sku (sku_no, spu_id, color_value_id, size_id, name, brand_id, category_id, main_barcode, tag_price, weight_g, created_by, updated_by, created_at, updated_at)
      select d.sku_no, s.id, v.id, z.id, concat_ws(' ', s.name, v.value, z.name), s.brand_id, s.category_id, d.barcode, s.tag_price, d.weight_g, ${stamp}
      from draft d join spu s using (spu_no) join size z on z.size_type_id = s.size_type_id and z.code = d.size
      join attribute_value v on v.value = d.color join attribute_key k on k.id = v.key_id and k.code = ${colorKeyCode}
      order by d.sku_no returning id, sku_no, main_barcode
    ), code as (
      insert into sku_barcode (sku_id, barcode, type, is_main) select id, main_barcode, 1, true from piece
    )
    select id, sku_no as no from piece order by sku_no`.execute(step.tx);
  if (spus.length !== styles.length || skus.length !== pieces.length)
    throw new Error(`demo goods: ${spus.length} of ${styles.length} styles, ${skus.length} of ${pieces.length} SKUs`);
  const history = (definition: { name: string }, rows: readonly Made[]) =>
    rows.map((row) => ({ docType: definition.name, docId: row.id, docNo: row.no, action: 'add', label: '新增' }));
  await writeAudit(contextOf(step), [...history(spu, spus), ...history(sku, skus)]);
}

interface Made {
  id: number;
  no: string;
}

interface Style {
  spu_no: string;
  style_no: string;
  name: string;
  category: string;
  brand: string;
  unit: string;
  run: string;
  year: number;
  season_name: string | null;
  sex_name: string | null;
  co_model: number;
  tag_price: number;
  online_time: string;
  is_code_managed: boolean;
  shelf_life_days: number | null;
  status: number;
  pieces: Piece[];
}

interface Piece {
  sku_no: string;
  color: string;
  size: string;
  barcode: string;
  weight_g: number;
}

/** Of 180 styles the last ones of ten sorts wait to be initialised and five are switched off. */
const waiting = 10;
const off = 5;

function planStyles(now: Date): Style[] {
  const chance = new Chance(20_260_301);
  const styles = sorts.flatMap((sort) => Array.from({ length: sort.styles }, () => planStyle({ sort, chance, now })));
  const chosen = chance.some(
    styles.filter((style) => style.run !== 'FREE'),
    waiting + off,
  );
  for (const [index, style] of chosen.entries()) {
    style.status = index % 3 === 2 ? spuState.disabled : spuState.toInitialise;
    // SKUs are made when a style is initialised.
    if (style.status === spuState.toInitialise) style.pieces = [];
  }
  let serial = 0;
  for (const [index, style] of styles.entries()) {
    style.style_no = `${style.style_no}${String(index + 1).padStart(4, '0')}`;
    for (const piece of style.pieces) piece.barcode = ean13(`6975382${String((serial += 1)).padStart(5, '0')}`);
  }
  return styles;
}

function planStyle({ sort, chance, now }: { sort: Sort; chance: Chance; now: Date }): Style {
  const [looks, stuffs, thing] = sort.words;
  const run = sizeRuns.find(([code]) => code === sort.run)?.[2] ?? [];
  const sizes = sort.sizes ? run.slice(sort.sizes[0], sort.sizes[1] + 1) : run;
  const plain = colors.slice(0, -1).map(([value]) => value);
  const worn = sort.colors ? chance.some(plain, chance.between(...sort.colors)) : ['不分颜色'];
  const online = new Date(now.getTime() - chance.between(10, 400) * 86_400_000);
  const brand = chance.one(sort.brands);
  const weight = chance.between(12, 60) * 10;
  return {
    spu_no: '',
    style_no: `${initials.get(brand) ?? 'X'}${String(online.getFullYear()).slice(2)}`,
    name: `${chance.one(looks)}${chance.one(stuffs)}${thing}`,
    category: sort.category,
    brand,
    unit: sort.unit,
    run: sort.run,
    year: online.getFullYear(),
    season_name: sort.season ?? null,
    sex_name: sort.sex ?? null,
    co_model: models.get(brand) ?? 1,
    tag_price: priceOf(chance, sort.price),
    online_time: online.toISOString(),
    is_code_managed: sort.apparel === true && chance.often(0.4),
    shelf_life_days: sort.keeps ? chance.between(...sort.keeps) : null,
    status: spuState.enabled,
    pieces: worn.flatMap((color) =>
      sizes.map((one, index) => ({ sku_no: '', color, size: one, barcode: '', weight_g: weight + index * 10 })),
    ),
  };
}

// Tags end in 9 yuan.
function priceOf(chance: Chance, [least, most]: readonly [number, number]): number {
  const yuan = Math.max(least, Math.min(most, Math.floor(chance.between(least, most) / 10) * 10 + 9));
  return yuan * 100;
}

const initials = new Map([
  ['禾木森', 'HM'],
  ['凌羽', 'LY'],
  ['北辰运动', 'BC'],
  ['素织', 'SZ'],
  ['廿一纪', 'NJ'],
  ['卡罗维', 'KL'],
  ['木鹿童', 'ML'],
  ['远行者', 'YX'],
  ['青岚', 'QL'],
  ['蓝缎', 'LD'],
  ['步禾', 'BH'],
  ['悦肌', 'YJ'],
  ['果知味', 'GZ'],
]);

/** How the company deals with each brand's supplier (domain.md §13.4): 2 consigned, 3 joint venture, 1 bought. */
const models = new Map([
  ['凌羽', 2],
  ['木鹿童', 2],
  ['悦肌', 2],
  ['廿一纪', 3],
]);

/** Twelve digits with their check digit behind them. */
function ean13(digits: string): string {
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

async function numberAll({ numbers, now }: SeedStep, styles: Style[]): Promise<void> {
  if (!spu.number || !sku.number) return;
  const pieces = styles.flatMap((style) => style.pieces);
  const spuNos = await numbers.take(spu.number, now, styles.length);
  const skuNos = await numbers.take(sku.number, now, pieces.length);
  for (const [index, style] of styles.entries()) style.spu_no = spuNos[index] ?? '';
  for (const [index, piece] of pieces.entries()) piece.sku_no = skuNos[index] ?? '';
}

function recordset(rows: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.raw(`d (${columns})`)}`;
}
