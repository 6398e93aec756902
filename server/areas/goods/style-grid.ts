import { sql } from 'kysely';
import { z } from 'zod';
import { sku } from '#contract/areas/goods/sku.ts';
import { type GridCell, type StyleGrid, styleGridCall } from '#contract/areas/goods/style-grid.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

const ids = z.array(z.int().min(1)).max(limits.pastedEntries, tooManyEntries()).optional();

/** Styles in their colours and sizes, for forms whose lines are goods (domain.md §12 size matrix). */
export function serveStyleGrid({ registry }: Pick<Kit, 'registry'>): void {
  registry.read(styleGridCall, z.strictObject({ spu_ids: ids, sku_ids: ids }), readGrids);
}

interface Row extends GridCell {
  readonly spu_id: number;
  readonly spu_no: string;
  readonly style_no: string;
  readonly style: string;
  readonly color: string;
  readonly size: string;
  /** Place of the size among all sizes, as they are hung. */
  readonly hung: number;
}

async function readGrids(
  { db, actor }: ReadContext,
  { spu_ids = [], sku_ids = [] }: { spu_ids?: number[]; sku_ids?: number[] },
): Promise<{ list: StyleGrid[] }> {
  const { rows } = await sql<Row>`
    select p.id as spu_id, p.spu_no, p.style_no, p.name as style, k.id as sku_id, k.sku_no, k.name, k.color_value_id as color_id, c.value as color,
      k.size_id, z.name as size, dense_rank() over (order by z."order", z.id) as hung, k.status = 1 as enabled
    from sku k join spu p on p.id = k.spu_id join attribute_value c on c.id = k.color_value_id join size z on z.id = k.size_id
    where (k.spu_id = any(${spu_ids}::bigint[]) or k.spu_id in (select o.spu_id from sku o where o.id = any(${sku_ids}::bigint[])))
      and ${isVisible(sku, actor, 'k')}
    order by p.spu_no, c."order", c.id, z."order", z.id`.execute(db);
  const grids = new Map<number, StyleGrid>();
  const hung = new Map(rows.map((row) => [row.size_id, row.hung]));
  for (const { spu_id, spu_no, style_no, style, color, size, hung: _hung, ...cell } of rows) {
    const grid = grids.get(spu_id) ?? { spu_id, spu_no, style_no, name: style, colors: [], sizes: [], cells: [] };
    grids.set(spu_id, grid);
    grid.cells.push(cell);
    if (!grid.colors.some(({ id }) => id === cell.color_id)) grid.colors.push({ id: cell.color_id, name: color });
    if (!grid.sizes.some(({ id }) => id === cell.size_id)) grid.sizes.push({ id: cell.size_id, name: size });
  }
  // A size that the first colour lacks is met late, and stands in its own place all the same.
  for (const { sizes } of grids.values())
    sizes.sort((one, other) => (hung.get(one.id) ?? 0) - (hung.get(other.id) ?? 0));
  return { list: [...grids.values()] };
}
