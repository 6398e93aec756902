import { type Kysely, sql } from 'kysely';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { arrayOf, rowsOf } from '#server/database/rows-of.ts';
import type { CodeMove } from './code-move.ts';
import { GoodsRefusal } from './goods-refusal.ts';
import type { Source } from './posting.ts';

/** Pieces that are about to come in by one line of a document. */
export interface ComingLine {
  readonly lineId: number;
  readonly skuId: number;
  readonly skuNo: string;
  readonly imperfectType: number;
  readonly qty: number;
}

/** Codes that come in with their pieces, and what there is to say about those of each goods. */
export interface ComingCodes {
  readonly moves: readonly CodeMove[];
  readonly words: readonly string[];
}

interface Candidate {
  readonly id: number;
  readonly skuId: number;
  readonly lineId: number | null;
  readonly read: boolean;
  /** Whether it was made for the nearest document, of several that it may have been made for. */
  readonly nearest: boolean;
}

/** Documents that codes were made for: `source_type` and `source_no` of their orders; the nearest first. */
export interface MadeFor {
  readonly type: number;
  readonly no: string;
}

/**
 * The bound codes that come in with the pieces of a document. Where codes of goods were read for it, it is those; where none were, all that
 * were made for what brings the goods, as long as there is no doubt which piece is which: they are no more than the pieces, and the pieces
 * are of one line. Nothing is guessed: what is in doubt stays bound, and is told.
 */
export async function comingCodes(
  db: Kysely<unknown>,
  asked: { source: Source; warehouseId: number; madeFor: readonly MadeFor[]; lines: readonly ComingLine[] },
): Promise<ComingCodes> {
  const lines = asked.lines.filter(({ qty }) => qty > 0);
  const candidates = await candidatesOf(db, { ...asked, lines });
  if (candidates.length === 0) return { moves: [], words: [] };
  const goods = [...new Set(lines.map(({ skuId }) => skuId))].map((skuId) =>
    comingOf(
      lines.filter((line) => line.skuId === skuId),
      candidates.filter((code) => code.skuId === skuId),
    ),
  );
  return {
    moves: goods.flatMap(({ codes }) =>
      codes.map(({ id, line }) => ({
        codeId: id,
        step: 'receive' as const,
        warehouseId: asked.warehouseId,
        imperfectType: line.imperfectType,
        origin: line.lineId,
        lineId: line.lineId,
      })),
    ),
    words: goods.flatMap(({ words }) => words ?? []),
  };
}

interface Coming {
  readonly codes: readonly { readonly id: number; readonly line: ComingLine }[];
  readonly words?: string;
}

function comingOf(lines: readonly ComingLine[], candidates: readonly Candidate[]): Coming {
  const [only, ...others] = lines;
  if (!only || candidates.length === 0) return { codes: [] };
  const pieces = lines.reduce((sum, { qty }) => sum + qty, 0);
  const read = candidates.filter((code) => code.read);
  const made = [candidates, candidates.filter((code) => code.nearest)];
  const chosen = (read.length > 0 ? [read] : made).find((some) => some.length <= pieces) ?? [];
  const codes = chosen.flatMap(({ id, lineId }) => {
    const line =
      lineId === null ? (others.length === 0 ? only : undefined) : lines.find((one) => one.lineId === lineId);
    return line ? [{ id, line }] : [];
  });
  for (const line of lines) {
    const named = codes.filter((one) => one.line === line).length;
    if (named > line.qty)
      throw new GoodsRefusal(
        'invalid',
        line,
        (goods) => `${goods} 入库 ${line.qty} 件，指明了 ${named} 个唯一码`,
        'lines',
      );
  }
  const rest = candidates.length - codes.length;
  const without = pieces - codes.length;
  const head = `${only.skuNo} 入库 ${pieces} 件，${codes.length} 件带唯一码`;
  if (rest > 0) return { codes, words: `${head}，另有 ${rest} 个已绑定的码未指明是哪几件，仍为已绑定` };
  if (without > 0) return { codes, words: `${head}，${without} 件没有唯一码` };
  return { codes, words: head };
}

async function candidatesOf(
  db: Kysely<unknown>,
  {
    source,
    warehouseId,
    madeFor,
    lines,
  }: { source: Source; warehouseId: number; madeFor: readonly MadeFor[]; lines: readonly ComingLine[] },
): Promise<Candidate[]> {
  const skus = [...new Set(lines.map(({ skuId }) => skuId))];
  const { rows } = await sql<Candidate>`
    with made as (
      select o.id, m.place = 1 as nearest from ${rowsOf('m', { type: ['smallint', madeFor.map(({ type }) => type)], no: ['text', madeFor.map(({ no }) => no)] })}
      join code_order o on o.source_type = m.type and o.source_no = m.no and o.status <> -1
    )
    select c.id, c.sku_id as "skuId", s.line_id as "lineId", s.code_id is not null as read, coalesce(m.nearest, false) as nearest
    from piece_code c
      left join code_scan s on s.doc_type = ${source.docType} and s.doc_id = ${source.docId} and s.code_id = c.id
      left join made m on m.id = c.code_order_id
    where c.status = ${codeStatus.bound} and c.sku_id = any(${arrayOf('bigint', skus)})
      and (s.code_id is not null or m.id is not null and coalesce(c.warehouse_id, ${warehouseId}) = ${warehouseId})
    order by c.id`.execute(db);
  return rows;
}

/** The codes that came in by these lines and stand where they came in, with their line: what goes back with the pieces. */
export async function cameWith(
  db: Kysely<unknown>,
  { lineIds, location }: { lineIds: readonly number[]; location: number },
): Promise<{ codeId: number; lineId: number }[]> {
  const { rows } = await sql<{ codeId: number; lineId: number }>`
    select id as "codeId", in_ware_detail_id as "lineId" from piece_code
    where in_ware_detail_id = any(${arrayOf('bigint', lineIds)}) and location_id = ${location} order by id`.execute(db);
  return rows;
}
