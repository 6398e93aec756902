import { type Kysely, sql } from 'kysely';
import type { allot } from '#contract/areas/allocation/allot.ts';
import type { NamedDamage } from '#contract/areas/allocation/allot-entry.ts';
import { side } from '#contract/areas/allocation/allot-enums.ts';
import type { AnsweredLine } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Step } from '#server/kit/step.ts';
import { findCodes } from '#server/ledger/codes.ts';
import { arrivedPieces } from './arrived-pieces.ts';

/** A piece with a code that came damaged. */
export interface DamagedPiece {
  readonly codeId: number;
  readonly lineId: number;
  /** The grade that a tablet saw it in; null where none has read it as damaged: then it is as its line says. */
  readonly damage: number | null;
}

/**
 * The pieces with codes that are damaged, as a signing says: those that are named, else those that tablets have read as such, as long as they are
 * no more than the line says are damaged. Which the others are is asked where they are judged. Refuses, by its line, what did not come with it.
 */
export async function damagedPieces(step: Step<typeof allot>): Promise<DamagedPiece[]> {
  const { context, document, input, lines } = step;
  const answers = (input.lines ?? []) as (AnsweredLine & { damaged_codes?: readonly string[] | null })[];
  const told = answers.flatMap(({ damaged_codes }) => damaged_codes ?? []);
  const seen = await seenDamaged(context.db, document.id);
  if (told.length === 0 && seen.length === 0) return [];
  const came = new Map((await arrivedPieces(step)).map(({ codeId, lineId }) => [codeId, lineId]));
  const found = await findCodes(context.db, told);
  const byId = new Map((await lines()).map((line) => [line.id, line]));
  return answers.flatMap(({ line_id, damaged_codes }, place) => {
    const most = Number(byId.get(line_id)?.imperfect_qty ?? 0);
    const own = seen.filter(({ lineId, codeId }) => lineId === line_id && came.has(codeId));
    if (!damaged_codes?.length) return own.length <= most ? own : [];
    const refuse = (words: string) => new Refusal('invalid', words, `lines.${place}.damaged_codes`);
    if (damaged_codes.length > most) throw refuse(`此明细残次 ${most} 件，指明了 ${damaged_codes.length} 个残次唯一码`);
    const named = new Set<number>();
    return damaged_codes.map((text): DamagedPiece => {
      const code = found.get(text);
      if (!code || came.get(code.id) !== line_id) throw refuse(`${text} 不是此明细收到的唯一码`);
      if (named.has(code.id)) throw refuse(`唯一码 ${code.uniqueCode} 重复`);
      named.add(code.id);
      return own.find(({ codeId }) => codeId === code.id) ?? { codeId: code.id, lineId: line_id, damage: null };
    });
  });
}

/** What a signing by a tablet names, line by line: what its person names, on top of what tablets have read as damaged. */
export async function namedBeside(
  db: Kysely<unknown>,
  { id, damaged }: { id: number; damaged: readonly NamedDamage[] },
): Promise<Map<number, { damaged_codes: string[] }>> {
  if (damaged.length === 0) return new Map();
  const seen = await seenDamaged(db, id);
  const found = await findCodes(
    db,
    damaged.flatMap(({ codes }) => codes),
  );
  return new Map(
    damaged.map(({ line_id, codes }) => {
      const read = seen.filter(({ lineId }) => lineId === line_id);
      const ids = new Set(read.map(({ codeId }) => codeId));
      const others = codes.filter((text) => !ids.has(found.get(text)?.id ?? 0));
      return [line_id, { damaged_codes: [...read.map(({ uniqueCode }) => uniqueCode), ...others] }];
    }),
  );
}

/** The pieces that tablets have read in another grade than they were sent in, and nobody has taken back. */
async function seenDamaged(db: Kysely<unknown>, allotId: number): Promise<(DamagedPiece & { uniqueCode: string })[]> {
  const { rows } = await sql<DamagedPiece & { uniqueCode: string }>`
    select e.code_id as "codeId", c.unique_code as "uniqueCode", e.line_id as "lineId", e.imperfect_type as damage from allot_entry e join allot_line l on l.id = e.line_id
      join piece_code c on c.id = e.code_id
    where e.allot_id = ${allotId} and e.side = ${side.receiver} and e.kind = 'add' and e.code_id is not null and e.outcome = 'accepted'
      and e.imperfect_type not in (0, l.imperfect_type)
      and not exists (select 1 from allot_entry v where v.voids = e.op_id and v.outcome = 'accepted') order by e.code_id`.execute(
    db,
  );
  return rows;
}
