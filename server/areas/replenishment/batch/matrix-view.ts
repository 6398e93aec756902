import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import type { MatrixView } from '#contract/areas/replenishment/replenishment-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readCells } from '../rule/shelves.ts';

interface Asked {
  readonly out_warehouse_id: number;
  readonly in_warehouse_ids: readonly number[];
  readonly sku_ids: readonly number[];
}

/** What stands beside the cells of a matrix: what the sender may give away, and how each receiver stands. */
export async function readMatrixView({ db, actor, now }: ReadContext, asked: Asked): Promise<MatrixView> {
  const { out_warehouse_id: from, in_warehouse_ids: to } = asked;
  const { rows: ends } = await sql<{ id: number }>`
    select w.id from warehouse w where w.id = any(${[from, ...to]}::bigint[]) and ${isVisible(warehouse, actor, 'w')}`.execute(
    db,
  );
  const known = new Set(ends.map(({ id }) => id));
  if (!known.has(from)) throw new Refusal('notFound');
  const { rows: goods } = await sql<{ id: number; sku_no: string; name: string }>`
    select k.id, k.sku_no, k.name from unnest(${[...asked.sku_ids]}::bigint[]) with ordinality as a (id, place) join sku k on k.id = a.id
    where ${isVisible(sku, actor, 'k')} order by a.place`.execute(db);
  const cells = await readCells(db, {
    skuIds: goods.map(({ id }) => id),
    warehouses: [...known],
    date: businessDay(now),
  });
  const atSender = new Map(cells.flatMap((one) => (one.warehouse_id === from ? [[one.sku_id, one] as const] : [])));
  return {
    goods: goods.map(({ id, sku_no, name }) => ({
      sku_id: id,
      sku_no,
      name,
      available: atSender.get(id)?.available ?? 0,
      sold: atSender.get(id)?.sold ?? 0,
    })),
    shelves: cells
      .filter(({ warehouse_id }) => warehouse_id !== from)
      .map(({ sku_id, warehouse_id, available, coming, sold }) => ({ sku_id, warehouse_id, available, coming, sold })),
  };
}
