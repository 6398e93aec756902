import { sql } from 'kysely';
import { imperfectType } from '#contract/areas/enums.ts';
import { deskCount } from '#contract/areas/warehouse/desk-count.ts';
import type { CountRow, ReadCountRows } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { quantityKind } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { type NamedGoods, namedGoods, whyNoGoods } from '#server/kit/goods-by-code.ts';
import { isByCodes, isOpen, refuseStranger, sheetFor } from './sheet.ts';

interface Zone {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly closed: boolean;
}

const counted = deskCount([]).lines.fields.qty;

type ReadRow = ReadCountRows['lines'][number];

/** Reads rows with what was counted, for whoever counts this sheet: each is a line to be entered, or is told why it is none. */
export async function readCountRows(
  context: ReadContext,
  { id, rows }: { id: number; rows: CountRow[] },
): Promise<ReadCountRows> {
  const sheet = await sheetFor(context, id);
  if (!isOpen(sheet)) throw new Refusal('illegalTransition', `${sheet.stocktaking_no} 不在盘点中`);
  refuseStranger(sheet, context);
  if (isByCodes(sheet)) throw new Refusal('illegalTransition', '唯一码盘点请录入唯一码，或上传手持盘点文件');
  const { rows: zones } = await sql<Zone>`
    select id, code, name, closed_at is not null as closed from stocktaking_zone
    where stocktaking_id = ${id} and round = ${sheet.round} order by id`.execute(context.db);
  const goods = await namedGoods(context, rows);
  const errors: ReadCountRows['errors'] = [];
  const read = new Map<string, ReadRow>();
  for (const [place, given] of rows.entries()) {
    const row = place + 1;
    const line = readRow(given, { goods, zones });
    const same = typeof line === 'string' ? undefined : read.get(markOf(line));
    if (typeof line === 'string') errors.push({ row, words: line });
    else if (same) errors.push({ row, words: `与第 ${same.row} 行是同一库区的同一货品` });
    else read.set(markOf(line), { row, ...line });
  }
  return { lines: [...read.values()], errors };
}

const markOf = ({ sku_id, zone_id, imperfect_type }: Omit<ReadRow, 'row'>): string =>
  `${sku_id}/${zone_id}/${imperfect_type}`;

function readRow(
  { code, qty: said, zone: named, grade: graded }: CountRow,
  { goods, zones }: { goods: ReadonlyMap<string, NamedGoods>; zones: readonly Zone[] },
): Omit<ReadRow, 'row'> | string {
  const known = goods.get(code);
  if (!known) return whyNoGoods(code);
  const qty = quantityKind.parse(said, counted);
  if (qty === undefined || qty < 0 || qty > limits.quantity)
    return `数量“${said}”不正确，应为 0 到 ${limits.quantity} 的整数`;
  const zone = zoneOf(named, zones);
  if (typeof zone === 'string') return zone;
  const grade = graded === '' ? 0 : gradeOf(graded);
  if (grade === undefined) return `没有品级“${graded}”`;
  const { sku_id, sku_no, name } = known;
  return { sku_id, sku_no, name, qty, zone_id: zone.id, imperfect_type: grade };
}

function zoneOf(named: string, zones: readonly Zone[]): Zone | string {
  if (named === '') {
    const [only, ...more] = zones.filter(({ closed }) => !closed);
    return only && more.length === 0 ? only : '请填写库区';
  }
  const found = zones.find(({ code }) => code === named) ?? zones.find(({ name }) => name === named);
  if (!found) return `此盘点单没有库区“${named}”`;
  return found.closed ? `库区“${found.name}”已关闭` : found;
}

function gradeOf(words: string): number | undefined {
  const found = Object.entries(imperfectType).find(([, label]) => label === words);
  return found && Number(found[0]);
}
