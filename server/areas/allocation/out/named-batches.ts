import { type Kysely, sql } from 'kysely';
import { outOrder } from '#contract/areas/warehouse/stock-rule.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import { type Balance, keyOf } from '#server/ledger/balances.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { type NamedBatch, namedBatches } from '#server/ledger/named-codes.ts';

/** A line of an allot, or of what is picked for it. */
export interface NamingLine {
  readonly id: number;
  readonly sku_id: number;
  readonly imperfect_type: number;
  readonly stock_batch_id: number | null;
  readonly pick_qty?: number | null;
}

/** Lines that take their pieces from a warehouse, and where a refusal finds each of them. */
export interface NamingLines<L extends NamingLine = NamingLine> {
  readonly warehouse: number;
  readonly lines: readonly L[];
  /** Place of a line in what was sent, where it differs from its place in the document. */
  readonly placeOf?: (line: NamingLine) => number | undefined;
}

/** The batches that lines name, by their ids; refuses, by its line, one of other goods, another grade or another warehouse. */
export async function batchesOfLines(
  db: Kysely<unknown>,
  naming: NamingLines,
): Promise<ReadonlyMap<number, NamedBatch>> {
  const named = naming.lines.flatMap(({ stock_batch_id: id }) => (typeof id === 'number' ? [id] : []));
  const batches = await namedBatches(db, named);
  const { warehouse } = locationsOf(naming.warehouse);
  for (const [place, line] of naming.lines.entries()) {
    if (typeof line.stock_batch_id !== 'number') continue;
    const batch = batches.get(line.stock_batch_id);
    if (batch?.location === warehouse && batch.skuId === line.sku_id && batch.imperfectType === line.imperfect_type)
      continue;
    throw new Refusal(
      'invalid',
      `批次 ${batch?.serialNo ?? ''} 不是调出仓第 ${place + 1} 行货品和品级的批次`,
      fieldOf(naming, line, place),
    );
  }
  return batches;
}

/**
 * Refuses, by their lines, pieces that a rule lets go by their batch alone and that name none, and batches that hold too little for what
 * is picked of them. The balances are locked, and what the document held is let go.
 */
export function refuseUnnamedLines(
  naming: NamingLines,
  { batches, balances }: { batches: ReadonlyMap<number, NamedBatch>; balances: ReadonlyMap<string, Balance> },
): void {
  const { warehouse: location } = locationsOf(naming.warehouse);
  for (const [place, line] of naming.lines.entries()) {
    const qty = Number(line.pick_qty ?? 0);
    if (qty === 0) continue;
    const goods = { location, skuId: line.sku_id, imperfectType: line.imperfect_type };
    const balance = balances.get(keyOf(goods));
    const batch = batches.get(line.stock_batch_id ?? 0);
    if (balance?.outOrder === outOrder.named && !batch)
      throw new GoodsRefusal(
        'invalid',
        balance,
        (words) => `第 ${place + 1} 行 ${words} 按库存规则须指定批次出库`,
        fieldOf(naming, line, place),
      );
    if (balance && batch && batch.free < qty)
      throw new GoodsRefusal(
        'stockShort',
        balance,
        (words) => `第 ${place + 1} 行 ${words} 的批次 ${batch.serialNo} 可用 ${batch.free} 件，拣不了 ${qty} 件`,
        fieldOf(naming, line, place),
      );
  }
}

const fieldOf = ({ placeOf }: NamingLines, line: NamingLine, place: number): string =>
  `lines.${placeOf?.(line) ?? place}.stock_batch_id`;

/** Lines of what is picked, each with the batch that its allot names where picking names none. */
export async function withOwnBatches<L extends NamingLine & { readonly allot_line_id: number | null }>(
  db: Kysely<unknown>,
  lines: readonly L[],
): Promise<L[]> {
  const { rows } = await sql<{ id: number; stock_batch_id: number }>`
    select id, stock_batch_id from allot_line where stock_batch_id is not null and id = any(${arrayOf(
      'bigint',
      lines.flatMap(({ allot_line_id: id }) => id ?? []),
    )})`.execute(db);
  const named = new Map(rows.map(({ id, stock_batch_id }) => [id, stock_batch_id]));
  return lines.map((line) => ({
    ...line,
    stock_batch_id: line.stock_batch_id ?? named.get(line.allot_line_id ?? 0) ?? null,
  }));
}
