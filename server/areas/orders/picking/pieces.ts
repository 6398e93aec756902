import { type Kysely, sql } from 'kysely';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import type { StandingCode } from '#server/ledger/code-move.ts';
import { findCodes, lockCodes, moveCodes, statusWords } from '#server/ledger/codes.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import type { Source } from '#server/ledger/posting.ts';
import type { Work, WorkGoods } from './hold-work.ts';

// Pieces with codes that are picked are held by their order from then on: nobody else takes them, and shipping takes exactly these along.

/** A piece that was scanned by its own code for a delivery. */
export interface ScannedPiece {
  readonly id: number;
  readonly uniqueCode: string;
  readonly skuId: number;
  readonly skuNo: string;
  readonly imperfectType: number;
  /** Why it cannot be picked, as the books say. */
  readonly why: string | undefined;
  /** It is picked already. */
  read: boolean;
}

export interface ScannedPieces {
  readonly byText: ReadonlyMap<string, ScannedPiece>;
  readonly byId: ReadonlyMap<number, ScannedPiece>;
}

interface Scanning {
  readonly work: Work;
  readonly goods: readonly WorkGoods[];
  /** What was scanned and is no goods. */
  readonly texts: readonly string[];
}

/** The pieces that codes and tags name, as far as the caller sees their goods, locked after the stock of what the delivery asks for. */
export async function scannedPieces(
  { policies }: Pick<Kit, 'policies'>,
  context: WriteContext,
  { work, goods, texts }: Scanning,
): Promise<ScannedPieces> {
  const { db } = context;
  const found = await findCodes(db, texts);
  if (found.size === 0) return { byText: new Map(), byId: new Map() };
  const { warehouse: location } = locationsOf(work.warehouse);
  const keys = goods.map(({ sku_id: skuId, imperfect_type: imperfectType }) => ({ location, skuId, imperfectType }));
  await lockBalances({ db, policies }, { keys, by: work.source });
  const codes = await lockCodes(db, [...new Set([...found.values()].map(({ id }) => id))]);
  const { rows: seen } = await sql<{ id: number }>`
    select k.id from sku k where k.id = any(${[...codes.values()].map(({ skuId }) => skuId)}::bigint[]) and ${isVisible(sku, context.actor, 'k')}`.execute(
    db,
  );
  const visible = new Set(seen.map(({ id }) => id));
  const byId = new Map<number, ScannedPiece>();
  for (const code of codes.values()) {
    const { id, uniqueCode, skuId, skuNo, imperfectType } = code;
    if (!visible.has(skuId)) continue;
    const read =
      code.status === codeStatus.held && code.docType === work.source.docType && code.docId === work.source.docId;
    byId.set(id, {
      id,
      uniqueCode,
      skuId,
      skuNo,
      imperfectType,
      why: read ? undefined : whyNotThere(code, work),
      read,
    });
  }
  return {
    byId,
    byText: new Map(
      [...found].flatMap(([text, { id }]) => {
        const piece = byId.get(id);
        return piece ? [[text, piece] as const] : [];
      }),
    ),
  };
}

function whyNotThere({ uniqueCode, status, warehouseId, docNo }: StandingCode, work: Work): string | undefined {
  if (status !== codeStatus.inStock && status !== codeStatus.imperfect)
    return `唯一码 ${uniqueCode} 当前为“${statusWords(status)}”${docNo ? `（${docNo}）` : ''}`;
  return warehouseId === work.warehouse ? undefined : `唯一码 ${uniqueCode} 不在发货仓的账上`;
}

/** An entry with the piece that it counts or takes back. */
interface Scanned {
  readonly kind: string;
  readonly outcome: string;
  readonly code_id: number | null;
}

/** Holds what was scanned by its code, and lets go of what was taken back, in the order in which it was done. */
export async function holdScanned(context: WriteContext, source: Source, judged: readonly Scanned[]): Promise<void> {
  const held = new Set<number>();
  const free = new Set<number>();
  for (const { kind, outcome, code_id: id } of judged) {
    if (id === null || outcome !== 'accepted') continue;
    if (kind === 'add') {
      if (!free.delete(id)) held.add(id);
    } else if (!held.delete(id)) free.add(id);
  }
  await change(context, source, { held: [...held], free: [...free] });
}

async function change(
  { db, actor, now, opId }: WriteContext,
  source: Source,
  { held = [], free }: { held?: readonly number[]; free: readonly number[] },
): Promise<void> {
  await moveCodes(db, {
    source,
    happenedAt: now.toISOString(),
    opId,
    adminId: actor.id,
    moves: [
      ...free.map((codeId) => ({ codeId, step: 'release' as const })),
      ...held.map((codeId) => ({ codeId, step: 'hold' as const })),
    ],
  });
}

/** A piece that an order holds. */
export interface HeldPiece {
  readonly id: number;
  readonly unique_code: string;
  readonly sku_id: number;
  readonly imperfect_type: number;
}

/** The pieces with codes that were picked for an order. */
export async function heldPieces(
  db: Kysely<unknown>,
  { docType, docId }: Pick<Source, 'docType' | 'docId'>,
): Promise<HeldPiece[]> {
  const { rows } = await sql<HeldPiece>`
    select id, unique_code, sku_id, imperfect_type from piece_code
    where doc_type = ${docType} and doc_id = ${docId} and status = ${codeStatus.held} order by id`.execute(db);
  return rows;
}

/** Lets go of the pieces that an order holds: of all, or of those of the goods of which it holds more than may be. */
export async function letGoOfPieces(
  context: WriteContext,
  source: Source,
  mayHold: (of: Pick<HeldPiece, 'sku_id' | 'imperfect_type'>) => number = () => 0,
): Promise<void> {
  const held = await heldPieces(context.db, source);
  const alike = (piece: HeldPiece) =>
    held.filter((one) => one.sku_id === piece.sku_id && one.imperfect_type === piece.imperfect_type);
  const free = held.filter((piece) => alike(piece).length > mayHold(piece));
  await change(context, source, { free: free.map(({ id }) => id) });
}

/** The pieces that may be scanned for a delivery: free in its warehouse, or picked. The first so many; the server knows the others when they are scanned. */
export async function scannablePieces(
  db: Kysely<unknown>,
  outId: number,
): Promise<{ sku_id: number; imperfect_type: number; unique_code: string; epc: string | null }[]> {
  const { rows } = await sql<{ sku_id: number; imperfect_type: number; unique_code: string; epc: string | null }>`
    select c.sku_id, c.imperfect_type, c.unique_code, c.epc from order_out o
    join (select distinct order_out_id, sku_id, imperfect_type from order_out_line) l on l.order_out_id = o.id
    join piece_code c on c.sku_id = l.sku_id and c.imperfect_type = l.imperfect_type and c.warehouse_id = o.warehouse_id
    where o.id = ${outId} and (c.status in (${sql.lit(codeStatus.inStock)}, ${sql.lit(codeStatus.imperfect)})
      or c.status = ${sql.lit(codeStatus.held)} and c.doc_type = 'order' and c.doc_id = o.order_id)
    order by c.id limit ${limits.pastedEntries}`.execute(db);
  return rows;
}
