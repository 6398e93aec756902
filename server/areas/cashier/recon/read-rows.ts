import { cashierLimits, channelSheet } from '#contract/areas/cashier/cashier-calls.ts';
import { guessEach } from '#contract/areas/tasks/import-columns.ts';
import { parseScaled } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';
import { spoiltCode } from '#contract/kit/spoilt-code.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { sheetRecords } from '#server/sheets/sheet-records.ts';

/** One line of a channel's bill: refunds below zero, all of a payment in one. Fen. */
export interface ChannelRow {
  readonly trade_no: string;
  readonly order_no: string | null;
  readonly amount: number;
  readonly fee: number;
}

/** Wrong rows that are told one by one. */
const toldMost = 10;

/** Reads a channel's bill; one with anything wrong in it is refused whole, with its rows. Throws a SheetError. */
export async function readRows(file: Parameters<typeof sheetRecords>[0], signal: AbortSignal): Promise<ChannelRow[]> {
  const { columns } = channelSheet;
  const rows = new Map<string, ChannelRow>();
  const wrong: string[] = [];
  let places: readonly (number | undefined)[] | undefined;
  let total = 0;
  for await (const { row, cells, broken } of sheetRecords(file)) {
    if (!places) {
      const guessed = guessEach(columns, cells);
      const missing = columns.find(({ key, required }) => required && guessed[key] === undefined);
      if (missing) throw new SheetError({ en: `no column ${missing.key}`, zh: `第一行缺少列“${missing.label}”` });
      places = columns.map(({ key }) => guessed[key]);
      continue;
    }
    const [trade = '', order = '', money = '', cost = ''] = places.map((place) =>
      place === undefined ? '' : (cells[place] ?? '').trim(),
    );
    if (!broken && !trade && !order && !money && !cost) continue;
    total += 1;
    if (total % 1000 === 0) signal.throwIfAborted();
    if (total > cashierLimits.reconLines)
      throw new SheetError({
        en: `more than ${cashierLimits.reconLines} rows`,
        zh: `一个文件最多 ${cashierLimits.reconLines} 行`,
      });
    const said = broken?.zh ?? keepRow(rows, { trade, order, money, cost });
    if (said) wrong.push(`第 ${row} 行${said}`);
  }
  if (total === 0) throw new SheetError({ en: 'the file is empty', zh: '文件没有数据行' });
  if (wrong.length > 0) {
    const more = wrong.length > toldMost ? `；共 ${wrong.length} 行有误` : '';
    throw new SheetError({ en: `${wrong.length} wrong rows`, zh: `${wrong.slice(0, toldMost).join('；')}${more}` });
  }
  return [...rows.values()];
}

interface Cells {
  readonly trade: string;
  readonly order: string;
  readonly money: string;
  readonly cost: string;
}

/** Keeps a row, or says what is wrong with it. */
function keepRow(rows: Map<string, ChannelRow>, { trade, order, money, cost }: Cells): string | undefined {
  // Spreadsheets are kept from rounding long figures by a quote or tab before them.
  const trade_no = trade.replace(/^['`\t]+/, '');
  if (trade_no === '' || trade_no.length > limits.name) return '交易流水号为空或过长';
  const spoilt = spoiltCode(trade_no);
  if (spoilt) return `交易流水号${spoilt}`;
  const amount = parseScaled(money.replace(/^[¥￥]/, ''), 2);
  if (amount === undefined || amount === 0) return '金额有误';
  const fee = cost === '' ? 0 : parseScaled(cost.replace(/^[¥￥]/, ''), 2);
  if (fee === undefined || Math.abs(fee) > Math.abs(amount) || fee * amount < 0) return '手续费有误';
  const key = `${trade_no} ${amount < 0}`;
  const before = rows.get(key);
  if (before && amount > 0) return `交易流水号 ${trade_no} 重复`;
  rows.set(key, {
    trade_no,
    order_no: order.slice(0, limits.name) || null,
    // Several refunds of one payment are one line.
    amount: amount + (before?.amount ?? 0),
    fee: fee + (before?.fee ?? 0),
  });
  return undefined;
}
