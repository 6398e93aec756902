import { sql } from 'kysely';
import type { PurchasedGoods, PurchaseQuestion, PurchaseRow } from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { moneyKind } from '#contract/kit/kinds/money.ts';
import { rateKind } from '#contract/kit/kinds/number.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readQuestion } from './purchase-question.ts';

interface RowError {
  row: number;
  words: string;
}

/** What a row says, once its goods are known. */
interface Priced {
  readonly row: number;
  readonly price: number;
  readonly tax: number | undefined;
}

const { new_price, tax_rate_bp } = purchasePriceSheet.lines.fields;

/** Reads pasted or imported rows: every one is answered, by a line or by why it is none. */
export async function readRows(
  context: ReadContext,
  { rows, ...asked }: Omit<PurchaseQuestion, 'sku_ids'> & { rows: PurchaseRow[] },
): Promise<{ lines: (PurchasedGoods & { row: number; new_price: number })[]; errors: RowError[] }> {
  const ids = await idsOf(context, [...new Set(rows.map((row) => row.code))]);
  const errors: RowError[] = [];
  const priced = new Map<number, Priced>();
  for (const [index, row] of rows.entries()) {
    const read = readRow(row, index + 1, { ids, priced });
    if (typeof read === 'string') errors.push({ row: index + 1, words: read });
    else priced.set(read.sku_id, read);
  }
  if (priced.size === 0) return { lines: [], errors };
  const { lines } = await readQuestion(context, { ...asked, sku_ids: [...priced.keys()] });
  return {
    lines: lines.flatMap((line) => {
      const found = priced.get(line.sku_id);
      if (!found) return [];
      return [{ ...line, row: found.row, new_price: found.price, tax_rate_bp: found.tax ?? line.tax_rate_bp }];
    }),
    errors,
  };
}

function readRow(
  { code, price, tax = '' }: PurchaseRow,
  row: number,
  { ids, priced }: { ids: ReadonlyMap<string, number>; priced: ReadonlyMap<number, Priced> },
): (Priced & { sku_id: number }) | string {
  const sku_id = ids.get(code);
  if (code === '') return '缺少货品编码';
  if (sku_id === undefined) return `找不到货品 ${code}`;
  const fen = moneyKind.parse(price, new_price);
  if (fen === undefined) return `进价“${price}”不正确，最多两位小数`;
  if (fen < 1) return '进价必须大于 0';
  const rate = tax === '' ? undefined : rateKind.parse(tax, tax_rate_bp);
  if (tax !== '' && (rate === undefined || rate < 0 || rate > 10_000)) return `税率“${tax}”不正确`;
  const first = priced.get(sku_id);
  if (first) return `与第 ${first.row} 行是同一货品`;
  return { sku_id, row, price: fen, tax: rate };
}

/** Goods by their number or one of their barcodes, as far as the caller sees them. */
async function idsOf({ db, actor }: ReadContext, codes: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; sku_id: number }>`
    select distinct on (c.code) c.code, k.id as sku_id from unnest(${[...codes]}::text[]) as c (code)
    join sku k on k.sku_no = c.code or k.id in (select b.sku_id from sku_barcode b where b.barcode = c.code)
    where ${isVisible(sku, actor, 'k')} order by c.code, (k.sku_no = c.code) desc`.execute(db);
  return new Map(rows.map((row) => [row.code, row.sku_id]));
}
