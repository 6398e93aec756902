import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { moveCodes } from '#server/ledger/codes.ts';
import { codesOfPart } from './code-sets.ts';
import type { MissingCode } from './missing-codes.ts';
import { standingPieces } from './read-pieces.ts';
import type { SheetScope } from './scope.ts';

/** The codes that a take by codes makes lost: those that were not read, but for as many as wait for the locks of others. */
export const codesNotRead = (
  missing: readonly MissingCode[],
  parts: readonly { lineId: number; taken: number; figure: { diff_qty: number } }[],
): CodeMove[] =>
  parts.flatMap(({ lineId, taken, figure }) => {
    const own = missing.filter((code) => code.lineId === lineId);
    const leaving = own.slice(0, own.length - (taken - figure.diff_qty));
    return leaving.map(({ codeId }): CodeMove => ({ codeId, step: 'lose', lineId }));
  });

/** The lost codes that come back because they were read, in the grade that they had. */
export async function codesThatReturn(
  db: Tx,
  { scope, warehouseId }: { scope: SheetScope; warehouseId: number },
): Promise<CodeMove[]> {
  return (await codesOfPart(db, scope, 'returned')).map(({ codeId, lineId, imperfectType }) => {
    return { codeId, lineId, step: 'find', warehouseId, imperfectType };
  });
}

/** Says in the life of each code that was read and stands there that it was seen, whichever way the sheet counts. */
export async function tellSeen(context: WriteContext, scope: SheetScope, no: string): Promise<void> {
  const { db, now, opId, actor } = context;
  const read = scope.byCodes ? await codesOfPart(db, scope, 'found') : await standingPieces(db, scope.id);
  await moveCodes(db, {
    source: { docType: stocktaking.name, docId: scope.id, docNo: no },
    moves: read.map(({ codeId, lineId }) => ({ codeId, lineId, step: 'seen' })),
    happenedAt: now.toISOString(),
    opId,
    adminId: actor.id,
  });
}
