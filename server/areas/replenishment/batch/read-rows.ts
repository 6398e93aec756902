import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import type { BatchRow, ReadBatchRows } from '#contract/areas/replenishment/replenishment-calls.ts';
import { quantityKind } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

interface Goods {
  readonly code: string;
  readonly sku_id: number;
  readonly sku_no: string;
  readonly name: string;
}

interface Receiver {
  readonly text: string;
  readonly id: number;
  readonly name: string;
}

/** Reads rows of a sheet as cells of a matrix; every row is answered, as one that was read or by why it was not. */
export async function readBatchRows(context: ReadContext, rows: readonly BatchRow[]): Promise<ReadBatchRows> {
  const goods = await goodsOf(context, rows);
  const receivers = await receiversOf(context, rows);
  const errors: ReadBatchRows['errors'] = [];
  const lines = new Map<string, ReadBatchRows['lines'][number]>();
  for (const [place, { code, to, qty: typed }] of rows.entries()) {
    const row = place + 1;
    const refuse = (words: string) => errors.push({ row, words });
    const one = goods.get(code);
    const into = receivers.get(to);
    const qty = quantityKind.parse(typed, batchAllot.lines.fields.qty);
    if (code === '') refuse('缺少货品编码');
    else if (!one) refuse(`找不到货品 ${code}`);
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

async function goodsOf({ db, actor }: ReadContext, rows: readonly BatchRow[]): Promise<Map<string, Goods>> {
  const { rows: found } = await sql<Goods>`
    select distinct on (c.code) c.code, k.id as sku_id, k.sku_no, k.name from unnest(${[...new Set(rows.map(({ code }) => code))]}::text[]) as c (code)
    join sku k on k.sku_no = c.code or k.id in (select b.sku_id from sku_barcode b where b.barcode = c.code)
    where ${isVisible(sku, actor, 'k')} order by c.code, (k.sku_no = c.code) desc`.execute(db);
  return new Map(found.map((one) => [one.code, one]));
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
