import type { allot } from '#contract/areas/allocation/allot.ts';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import type { AnsweredLine } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Step } from '#server/kit/step.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { findCodes } from '#server/ledger/codes.ts';
import { codesRead, piecesOfAllot } from './pieces-of-allot.ts';

/**
 * The pieces with codes that came, as a signing says: all of a line that came whole; of another those that are named, else those that tablets
 * have read. What is not named is missing, so refuses, by its line, as many that must be named as the missing pieces do not cover.
 */
export async function arrivedPieces({ context, document, input, lines }: Step<typeof allot>): Promise<CodeMove[]> {
  const { db } = context;
  const coming = await piecesOfAllot(db, document.id, codeStatus.moving);
  const answers = (input.lines ?? []) as (AnsweredLine & { codes?: readonly string[] | null })[];
  const told = answers.flatMap(({ codes }) => codes ?? []);
  if (coming.length === 0 && told.length === 0) return [];
  const read = await codesRead(db, document.id);
  const found = await findCodes(db, told);
  const byId = new Map((await lines()).map((line) => [line.id, line]));
  return answers.flatMap(({ line_id, codes }, place) => {
    const line = byId.get(line_id);
    const [sent, signed] = [Number(line?.send_qty), Number(line?.sign_qty)];
    const refuse = (words: string) => new Refusal('invalid', words, `lines.${place}.codes`);
    const own = coming.filter(({ lineId }) => lineId === line_id);
    const named = new Set<number>();
    for (const text of codes ?? []) {
      const piece = own.find(({ id }) => id === found.get(text)?.id);
      if (!piece) throw refuse(`${text} 不是此明细在途的唯一码`);
      if (named.has(piece.id)) throw refuse(`唯一码 ${piece.uniqueCode} 重复`);
      named.add(piece.id);
    }
    const came = own.filter(({ id }) => signed >= sent || (codes?.length ? named : read).has(id));
    if (came.length > Math.min(signed, sent)) throw refuse(`此明细签收 ${signed} 件，唯一码有 ${came.length} 个`);
    const unsaid = own.length - came.length - Math.max(sent - signed, 0);
    if (unsaid > 0)
      throw refuse(`此明细在途有 ${own.length} 件带唯一码，签收 ${signed} 件时请扫码再指明收到的 ${unsaid} 件`);
    return came.map(({ id: codeId }): CodeMove => {
      return { codeId, step: 'sign', warehouseId: document.in_warehouse_id, lineId: line_id };
    });
  });
}
