import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import type { StandingCode } from '#server/ledger/code-move.ts';
import { findCodes, lockCodes, statusWords } from '#server/ledger/codes.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import type { Work } from '../entries/hold-work.ts';
import type { WorkLine } from '../entries/work-lines.ts';
import { codesRead } from './pieces-of-allot.ts';

/** A piece that was scanned by its own code at one end of an allot. */
export interface ScannedPiece {
  readonly id: number;
  readonly uniqueCode: string;
  readonly skuId: number;
  readonly skuNo: string;
  readonly imperfectType: number;
  /** Why it cannot count at this end, as the books say. */
  readonly why: string | undefined;
  /** It counts here already. */
  read: boolean;
}

export interface ScannedPieces {
  readonly byText: ReadonlyMap<string, ScannedPiece>;
  readonly byId: ReadonlyMap<number, ScannedPiece>;
}

interface Scanning {
  readonly work: Work;
  readonly lines: readonly WorkLine[];
  /** What was scanned and is no goods. */
  readonly texts: readonly string[];
}

/**
 * The pieces that codes and tags name, as far as the caller sees their goods, and whether each may count at this end: picked of what stands free at the
 * sender, taken in of what is on its way in this allot. Those of the sender stay locked, the stock of their lines before them.
 */
export async function scannedPieces(
  { policies }: Pick<Kit, 'policies'>,
  context: WriteContext,
  { work, lines, texts }: Scanning,
): Promise<ScannedPieces> {
  const { db } = context;
  const found = await findCodes(db, texts);
  if (found.size === 0) return { byText: new Map(), byId: new Map() };
  const isOut = work.end === 'out';
  const { warehouse: location } = locationsOf(work.sender);
  const keys = lines.map(({ sku_id: skuId, imperfect_type: imperfectType }) => ({ location, skuId, imperfectType }));
  if (isOut) await lockBalances({ db, policies }, { keys, by: work.source });
  const ids = [...new Set([...found.values()].map(({ id }) => id))];
  const codes = await lockCodes(db, ids, isOut ? 'lock' : 'read');
  const read = isOut ? new Set<number>() : await codesRead(db, work.id);
  const { rows: seen } = await sql<{ id: number }>`
    select k.id from sku k where k.id = any(${[...codes.values()].map(({ skuId }) => skuId)}::bigint[]) and ${isVisible(sku, context.actor, 'k')}`.execute(
    db,
  );
  const visible = new Set(seen.map(({ id }) => id));
  const byId = new Map<number, ScannedPiece>();
  for (const code of codes.values()) {
    const { id, uniqueCode, skuId, skuNo, imperfectType } = code;
    if (!visible.has(skuId)) continue;
    const isRead = isOut ? isOf(code, work, codeStatus.held) : read.has(id);
    const why = isRead ? undefined : isOut ? whyNotThere(code, work) : whyNotComing(code, work);
    byId.set(id, { id, uniqueCode, skuId, skuNo, imperfectType, why, read: isRead });
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

const isOf = ({ status, docType, docId }: StandingCode, { id }: Pick<Work, 'id'>, wanted: number): boolean =>
  status === wanted && docType === allot.name && docId === id;

/** Why a piece is none that may be picked at a sender; undefined for one that stands there free. */
export function whyNotThere(code: StandingCode, { sender }: Pick<Work, 'sender'>): string | undefined {
  const { uniqueCode, status, warehouseId, docNo } = code;
  if (status !== codeStatus.inStock && status !== codeStatus.imperfect)
    return `唯一码 ${uniqueCode} 当前为“${statusWords(status)}”${docNo ? `（${docNo}）` : ''}`;
  return warehouseId === sender ? undefined : `唯一码 ${uniqueCode} 不在调出仓的账上`;
}

const whyNotComing = (code: StandingCode, work: Work): string | undefined =>
  isOf(code, work, codeStatus.moving) ? undefined : `唯一码 ${code.uniqueCode} 不在此调拨单的在途中`;
