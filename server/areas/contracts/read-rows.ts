import type { PurchasedGoods, PurchaseQuestion, PurchaseRow } from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { moneyKind } from '#contract/kit/kinds/money.ts';
import { rateKind } from '#contract/kit/kinds/number.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { type NamedGoods, namedGoods, whyNoGoods } from '#server/kit/goods-by-code.ts';
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
  const goods = await namedGoods(context, rows);
  const errors: RowError[] = [];
  const priced = new Map<number, Priced>();
  for (const [index, row] of rows.entries()) {
    const read = readRow(row, index + 1, { goods, priced });
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
  { goods, priced }: { goods: ReadonlyMap<string, NamedGoods>; priced: ReadonlyMap<number, Priced> },
): (Priced & { sku_id: number }) | string {
  const sku_id = goods.get(code)?.sku_id;
  if (sku_id === undefined) return whyNoGoods(code);
  const fen = moneyKind.parse(price, new_price);
  if (fen === undefined) return `进价“${price}”不正确，最多两位小数`;
  if (fen < 1) return '进价必须大于 0';
  const rate = tax === '' ? undefined : rateKind.parse(tax, tax_rate_bp);
  if (tax !== '' && (rate === undefined || rate < 0 || rate > 10_000)) return `税率“${tax}”不正确`;
  const first = priced.get(sku_id);
  if (first) return `与第 ${first.row} 行是同一货品`;
  return { sku_id, row, price: fen, tax: rate };
}
