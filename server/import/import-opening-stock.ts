import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { verdict } from '#contract/kit/transition.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Actor, systemActor } from '#server/identity/actor.ts';
import { goodsByCode } from '#server/kit/goods-by-code.ts';
import { cut } from '#server/sheets/bilingual-message.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import type { Clock } from '../platform/clock.ts';
import { StartupError } from '../platform/startup-error.ts';
import type { Catalogue } from './catalogue.ts';
import { holdImports } from './hold-imports.ts';
import type { Caller } from './make-call.ts';
import { type Remark, type RemarkKind, remarkKinds } from './remark.ts';

export interface OpeningImport {
  readonly catalogue: Catalogue;
  /** Where the goods stand: the number of a warehouse. */
  readonly warehouseNo: string;
  /** `YYYY-MM`; the first month of the file unless given. */
  readonly month: string | undefined;
  /** Who makes the documents and hands them in. */
  readonly maker: Actor;
  /**
   * Who answers for the figures: nobody approves what they made (amendments E). Undefined: the documents wait for somebody on
   * their own screen.
   */
  readonly approver: Actor | undefined;
  /** Name of the file, for the reason on the documents. */
  readonly source: string;
  readonly make: Caller;
  /** Read when its turn has come: a count that was posted while it waited has not seen these pieces. */
  readonly clock: Clock;
  /** Goods that cannot be posted are left out instead of ending the import. */
  readonly skipErrors: boolean;
}

export interface OpeningOutcome {
  /** Undefined: the sheet is a list of stock and not one of sales. */
  readonly month: string | undefined;
  readonly documents: readonly string[];
  readonly goods: number;
  readonly pieces: number;
  readonly remarks: readonly Remark[];
  /** Goods that stopped the import; then nothing was posted. */
  readonly errors: number;
}

/**
 * Posts what was sold in a month, or what a list of stock says, as opening stock of a warehouse, by adjustments of type 8 through the same calls as the
 * screens. Goods that have opening stock in this warehouse already are left as they are, so a second run adds nothing.
 */
export async function importOpeningStock(tx: Tx, asked: OpeningImport): Promise<OpeningOutcome> {
  await holdImports(tx);
  const warehouseId = await warehouseOf(tx, asked.warehouseNo);
  const month = monthOf(asked);
  const remarks: Remark[] = [];
  const sums = await piecesBySku(tx, asked.catalogue, { month, remarks });
  const opened = await openedSkus(tx, warehouseId);
  const lines: { sku_id: number; qty: number }[] = [];
  for (const [skuId, { code, codes, qty }] of sums) {
    if (opened.has(skuId))
      remarks.push({
        code,
        codes,
        kind: 'already opened',
        detail: {
          en: `has opening stock in ${asked.warehouseNo} already; ${qty} pieces are not added again`,
          zh: `在 ${asked.warehouseNo} 已有期初库存，${qty} 件不重复增加`,
        },
      });
    else if (qty > limits.quantity)
      remarks.push({
        code,
        codes,
        kind: 'too many',
        detail: {
          en: `${qty} pieces are more than one line can hold (${limits.quantity})`,
          zh: `${qty} 件超过一行的上限 ${limits.quantity}`,
        },
      });
    else lines.push({ sku_id: skuId, qty });
  }
  const errors = remarks.filter(({ kind }) => !harmless.has(kind)).length;
  if (errors > 0 && !asked.skipErrors) return { month, documents: [], goods: 0, pieces: 0, remarks, errors };
  lines.sort((one, other) => one.sku_id - other.sku_id);
  const documents: string[] = [];
  const now = asked.clock.now();
  for (let at = 0; at < lines.length; at += limits.documentLines) {
    documents.push(
      await post(tx, asked, { warehouseId, month, now, lines: lines.slice(at, at + limits.documentLines) }),
    );
  }
  return {
    month,
    documents,
    goods: lines.length,
    pieces: lines.reduce((sum, line) => sum + line.qty, 0),
    remarks,
    errors: 0,
  };
}

// They stop nothing: there is nothing to settle about them.
const harmless: ReadonlySet<RemarkKind> = new Set(['already opened', 'no pieces']);

async function warehouseOf(tx: Tx, no: string): Promise<number> {
  const { rows } = await sql<{
    id: number;
    warehouse_no: string;
  }>`select id, warehouse_no from warehouse where status = 1 order by warehouse_no`.execute(tx);
  const found = rows.find((row) => row.warehouse_no === no);
  if (found) return found.id;
  const there = rows.map((row) => row.warehouse_no).join(', ');
  throw new StartupError(`there is no warehouse ${no} in use${there ? ` (there are ${there})` : '; add one first'}`);
}

function monthOf({ month, catalogue }: OpeningImport): string | undefined {
  // The whole of a list, unless a month of it is asked for.
  if (month === undefined && catalogue.counts.listed > 0) return undefined;
  const [first] = catalogue.months;
  if (first === undefined) throw new SheetError({ en: 'the file has no sale of goods', zh: '文件中没有商品销售' });
  if (month !== undefined && !catalogue.months.includes(month))
    throw new SheetError({
      en: `the file has no sales in ${month} (it has ${catalogue.months.join(', ')})`,
      zh: `文件中没有 ${month} 的销售（有 ${catalogue.months.join('、')}）`,
    });
  return month ?? first;
}

/** How many pieces of a SKU the file has, and under which of its barcodes. */
interface Pieces {
  readonly code: string;
  readonly codes: string[];
  readonly qty: number;
}

/** Pieces by SKU: every spelling of a code leads to the SKU that carries it as a barcode or is numbered so. */
async function piecesBySku(
  tx: Tx,
  catalogue: Catalogue,
  { month, remarks }: { month: string | undefined; remarks: Remark[] },
): Promise<Map<number, Pieces>> {
  const sold = catalogue.goods.flatMap((goods) => {
    const months = month === undefined ? [...goods.sold.values()] : [goods.sold.get(month) ?? 0];
    const qty = months.reduce((sum, one) => sum + one, 0);
    const code = goods.spellings[0] ?? '';
    if (catalogue.counts.listed > 0 && goods.sold.size === 0)
      remarks.push({ code, kind: 'no pieces', detail: remarkKinds['no pieces'] });
    return qty === 0 ? [] : [{ code, qty }];
  });
  const { rows } = await sql<{ code: string; sku_id: number }>`${goodsByCode(
    sold.map((one) => one.code),
    'barcode',
  )}`.execute(tx);
  const skuOf = new Map(rows.map((row) => [row.code, row.sku_id]));
  const sums = new Map<number, Pieces>();
  for (const { code, qty } of sold) {
    const skuId = skuOf.get(code);
    if (skuId === undefined) remarks.push({ code, kind: 'unknown goods', detail: remarkKinds['unknown goods'] });
    else {
      const known = sums.get(skuId);
      if (known) known.codes.push(code);
      sums.set(skuId, { code: known?.code ?? code, codes: known?.codes ?? [code], qty: qty + (known?.qty ?? 0) });
    }
  }
  return sums;
}

/** Goods whose opening stock has been posted, or stands on a document that waits for it. */
async function openedSkus(tx: Tx, warehouseId: number): Promise<Set<number>> {
  const { rows } = await sql<{ sku_id: number }>`
    select sku_id from stock_ledger where warehouse_id = ${warehouseId} and biz_type = ${bizType.opening}
    union select l.sku_id from stock_adjustment d join stock_adjustment_line l on l.stock_adjustment_id = d.id
    where d.warehouse_id = ${warehouseId} and d.adjust_type = ${adjustType.opening} and d.status in (0, 1, 3)`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.sku_id));
}

/** The installation makes and hands in the documents of its own import; the keys for that are given here and nowhere else. */
export const installationMaker: Actor = { ...systemActor, permissions: new Set(['Inventory:adjustAdd']) };

async function post(
  tx: Tx,
  { make, maker, approver, source }: OpeningImport,
  {
    warehouseId,
    month,
    now,
    lines,
  }: {
    warehouseId: number;
    month: string | undefined;
    now: Date;
    lines: readonly { sku_id: number; qty: number }[];
  },
): Promise<string> {
  const as = (actor: Actor) => ({ actor, now, opId: randomUUID() });
  const input = {
    warehouse_id: warehouseId,
    adjust_type: adjustType.opening,
    reason: `期初导入${month === undefined ? '' : ` ${month} 销量`}（${cut(source, 80)}）`,
    lines,
  };
  const { id, no } = await make(tx, callsOf(stockAdjustment).add, { ...as(maker), input: input as never });
  await make(tx, transitionCall(stockAdjustment, 'submit'), { ...as(maker), input: { id } });
  if (approver)
    await make(tx, transitionCall(stockAdjustment, 'audit'), {
      ...as(approver),
      input: { id, result: verdict.pass, remark: '数据导入' },
    });
  return no ?? '';
}
