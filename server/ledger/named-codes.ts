import { type Kysely, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import { type Balance, keyOf } from './balances.ts';
import type { CodeMove } from './code-move.ts';
import { findCodes, lockCodes, statusWords } from './codes.ts';
import { GoodsRefusal } from './goods-refusal.ts';
import { locationsOf } from './locations.ts';
import type { Source } from './posting.ts';

// Codes as documents name them line by line: judged before anything is locked or posted, so that a refusal names the line.

/** A line of a document with the pieces it is of. */
export interface NamedLine {
  /** The field of the line that names its codes. */
  readonly field: string;
  /** Its place among the lines, from 1. */
  readonly place: number;
  readonly lineId: number | null;
  readonly skuId: number;
  readonly imperfectType: number;
  readonly qty: number;
  readonly codeIds: readonly number[];
}

/**
 * Refuses codes that are of other goods, of another grade or warehouse, in no state that these documents take, named twice, or more than
 * the pieces of their line. Of pieces that are gone (`anywhere`) neither place nor grade is asked; what the document holds itself (`own`) fits.
 */
export async function refuseUnfitCodes(
  db: Kysely<unknown>,
  lines: readonly NamedLine[],
  {
    warehouseId,
    states,
    anywhere = false,
    own,
  }: {
    warehouseId: number;
    states: readonly number[];
    anywhere?: boolean;
    own?: Pick<Source, 'docType' | 'docId'>;
  },
): Promise<void> {
  const ids = lines.flatMap(({ codeIds }) => codeIds);
  if (ids.length === 0) return;
  const codes = await lockCodes(db as never, [...new Set(ids)], 'read');
  const seen = new Set<number>();
  for (const line of lines) {
    const refuse = (words: string) => new Refusal('invalid', words, line.field);
    if (line.codeIds.length > line.qty)
      throw refuse(`第 ${line.place} 行 ${line.qty} 件，指明了 ${line.codeIds.length} 个唯一码`);
    for (const id of line.codeIds) {
      const code = codes.get(id);
      if (!code || code.skuId !== line.skuId)
        throw refuse(`唯一码 ${code?.uniqueCode ?? ''} 不是第 ${line.place} 行的货品`);
      if (seen.has(id)) throw refuse(`唯一码 ${code.uniqueCode} 重复`);
      seen.add(id);
      const isOwn = code.docId !== null && own?.docType === code.docType && own.docId === code.docId;
      if (!states.includes(code.status) && !isOwn)
        throw refuse(
          `唯一码 ${code.uniqueCode} 当前为“${statusWords(code.status)}”${code.docNo ? `（${code.docNo}）` : ''}`,
        );
      if (anywhere) continue;
      if (code.warehouseId !== warehouseId) throw refuse(`唯一码 ${code.uniqueCode} 不在本仓`);
      if (code.imperfectType !== line.imperfectType)
        throw refuse(`唯一码 ${code.uniqueCode} 的品级与第 ${line.place} 行不同`);
    }
  }
}

/**
 * Refuses lines that would take pieces with a code without saying which: as the books stand now, fewer pieces without a code are there.
 * The balances are locked. Names the line and how many must be named.
 */
export function refuseUnnamedPieces(
  balances: ReadonlyMap<string, Balance>,
  { lines, warehouseId }: { lines: readonly NamedLine[]; warehouseId: number },
): void {
  const { warehouse: location } = locationsOf(warehouseId);
  const left = new Map<string, number>();
  for (const line of lines) {
    const key = keyOf({ location, ...line });
    const balance = balances.get(key);
    if (!balance) continue;
    const plain = left.get(key) ?? balance.onHand + balance.openNegative - balance.coded;
    const rest = plain - (line.qty - line.codeIds.length);
    left.set(key, rest);
    if (rest < 0 && balance.coded > 0)
      throw new GoodsRefusal(
        'invalid',
        balance,
        (goods) => `第 ${line.place} 行 ${goods} 有 ${balance.coded} 件带唯一码，请扫码指明其中 ${-rest} 件`,
        line.field,
      );
  }
}

/** Codes by what was scanned, line by line: their numbers or the tags of their pieces. Refuses, by its line, what is nobody's. */
export async function codesScanned(
  db: Kysely<unknown>,
  lines: readonly { readonly field: string; readonly place: number; readonly codes: readonly string[] }[],
): Promise<number[][]> {
  const found = await findCodes(
    db,
    lines.flatMap(({ codes }) => codes),
  );
  return lines.map(({ field, place, codes }) =>
    codes.map((text) => {
      const code = found.get(text);
      if (!code) throw new Refusal('invalid', `第 ${place} 行的 ${text} 不是唯一码`, field);
      return code.id;
    }),
  );
}

/** One step for every code that the lines name. */
export const movesOf = (
  lines: readonly Pick<NamedLine, 'codeIds' | 'lineId'>[],
  moveOf: (line: number) => Omit<CodeMove, 'codeId' | 'lineId'>,
): CodeMove[] =>
  lines.flatMap(({ codeIds, lineId }, place) => codeIds.map((codeId) => ({ codeId, lineId, ...moveOf(place) })));

/** A batch as a document names it. */
export interface NamedBatch {
  readonly id: number;
  readonly serialNo: string;
  readonly location: number;
  readonly skuId: number;
  readonly imperfectType: number;
  /** The line of the inbound batch. */
  readonly origin: number;
  /** Pieces that nobody was promised. */
  readonly free: number;
}

/** Batches of stock by their ids. */
export async function namedBatches(
  db: Kysely<unknown>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedBatch>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedBatch>`
    select id, serial_no as "serialNo", location_id as location, sku_id as "skuId", imperfect_type as "imperfectType", in_ware_detail_id as origin,
      qty_remain - qty_locked as free
    from stock_batch where id = any(${arrayOf('bigint', ids)})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
