import { sql } from 'kysely';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import type { BatchRow, ReadBatchRows } from '#contract/areas/replenishment/replenishment-calls.ts';
import { quantityKind } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { namedGoods, whyNoGoods } from '#server/kit/goods-by-code.ts';

interface Receiver {
  readonly text: string;
  readonly id: number;
  readonly name: string;
}

/** Reads rows of a sheet as cells of a matrix; every row is answered, as one that was read or by why it was not. */
export async function readBatchRows(context: ReadContext, rows: readonly BatchRow[]): Promise<ReadBatchRows> {
  const goods = await namedGoods(context, rows);
  const receivers = await receiversOf(context, rows);
  const errors: ReadBatchRows['errors'] = [];
  const lines = new Map<string, ReadBatchRows['lines'][number]>();
  for (const [place, { code, to, qty: typed }] of rows.entries()) {
    const row = place + 1;
    const refuse = (words: string) => errors.push({ row, words });
    const one = goods.get(code);
    const into = receivers.get(to);
    const qty = quantityKind.parse(typed, batchAllot.lines.fields.qty);
    if (!one) refuse(whyNoGoods(code));
    else if (to === '') refuse('缺少调入仓');
    else if (!into) refuse(`找不到仓库或门店“${to}”`);
    else if (qty === undefined || qty < 1 || qty > limits.quantity)
      refuse(`数量“${typed}”不正确，应为 1 到 ${limits.quantity} 的整数`);
    else {
      const key = `${one.sku_id}/${into.id}`;
      const first = lines.get(key);
      if (first) refuse(`与第 ${first.row} 行是同一货品、同一调入仓`);
      else
        lines.set(key, {
          row,
          sku_id: one.sku_id,
          sku_no: one.sku_no,
          name: one.name,
          in_warehouse_id: into.id,
          in_warehouse: into.name,
          qty,
        });
    }
  }
  return { lines: [...lines.values()], errors };
}

// A shop is named as often as the warehouse that its goods stand in.
async function receiversOf({ db, actor }: ReadContext, rows: readonly BatchRow[]): Promise<Map<string, Receiver>> {
  const { rows: found } = await sql<Receiver>`
    select distinct on (t.text) t.text, w.id, w.name from unnest(${[...new Set(rows.map(({ to }) => to))]}::text[]) as t (text)
    join warehouse w on lower(t.text) in (lower(w.warehouse_no), lower(w.name))
      or w.id in (select s.warehouse_id from shop s where lower(t.text) in (lower(s.shop_no), lower(s.name)))
    where w.status = 1 and ${isVisible(warehouse, actor, 'w')}
    order by t.text, (lower(t.text) = lower(w.warehouse_no)) desc, w.id`.execute(db);
  return new Map(found.map((one) => [one.text, one]));
}
