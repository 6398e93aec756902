import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { RawBuilder } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { readInPieces } from '#server/database/read-in-pieces.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { writeAudit } from './audit-trail.ts';
import type { ReadContext } from './call-context.ts';
import { FileAnswer } from './file-answer.ts';

/** The step under which the audit trail keeps that a list was saved as a file. */
export const listFileStep = { name: 'exportList', label: '导出列表' } as const;

/** A list to be saved as a file. */
export interface ListFile<Row> {
  /** Of the file, without its ending. */
  readonly name: string;
  /** What the audit trail calls the list. */
  readonly label: string;
  /** What was asked for: filters and sort. */
  readonly asked: object;
  /** What is read besides for the rows of a piece. */
  readonly prepare?: (rows: readonly Row[]) => Promise<readonly Row[]>;
  /** Its heading and its rows, each as a line of CSV without its end. */
  readonly heading: string;
  readonly line: (row: Row) => string;
  /** The rows, one more than `limits.exportRows` at most. */
  readonly select: RawBuilder<Row>;
  /** The field that makes the list smaller. */
  readonly field?: string;
}

const turns = new FairQueue({
  // Each keeps a processor of the database busy: one stays for those who scan and sign in.
  atOnce: Math.min(Math.max(availableParallelism() - 1, 1), 4),
  each: 2,
  waitingEach: 0,
  words: '您已有 2 个导出在进行，请等其完成后再试',
});

/**
 * A list as a file: CSV in UTF-8 with a mark, so that spreadsheets read Chinese. Two at once for each person, until they have got them; made piece by piece,
 * whole before its first byte is sent, so that a file that cannot be made is a refusal and never half a file. Refused above `limits.exportRows`: what takes longer than a
 * moment is a task. The audit trail keeps who saved what.
 */
export async function listFile<Row>(context: ReadContext, file: ListFile<Row>): Promise<FileAnswer> {
  const turn = await turns.take(context.actor.id);
  try {
    const { pieces, count } = await made(context, file);
    await keepTrace(context, file, count);
    turn.rest();
    return new FileAnswer({ name: `${file.name}.csv`, type: 'text/csv; charset=utf-8', pieces, sent: turn.leave });
  } catch (error) {
    turn.leave();
    throw error;
  }
}

async function made<Row>(
  { db }: ReadContext,
  { heading, line, prepare, select, field = 'export' }: ListFile<Row>,
): Promise<{ pieces: string[]; count: number }> {
  const pieces = [`\uFEFF${heading}\r\n`];
  let count = 0;
  await readInPieces(db, select, async (rows) => {
    count += rows.length;
    if (count > limits.exportRows)
      throw new Refusal('tooLarge', `超过 ${limits.exportRows} 行，请缩小筛选范围后再导出`, field);
    const ready = prepare ? await prepare(rows) : rows;
    if (rows.length > 0) pieces.push(`${ready.map(line).join('\r\n')}\r\n`);
  });
  return { pieces, count };
}

async function keepTrace<Row>(context: ReadContext, { label, asked }: ListFile<Row>, count: number): Promise<void> {
  const { export: _asFile, fileName: _name, ...conditions } = asked as Record<string, unknown>;
  const told = Object.keys(conditions).length > 0 ? `；条件 ${JSON.stringify(conditions)}` : '';
  await inTransaction(context.db, (tx) =>
    writeAudit({ ...context, db: tx, opId: randomUUID() }, [
      {
        docType: 'listFile',
        docId: context.actor.id,
        docNo: label,
        action: listFileStep.name,
        label: listFileStep.label,
        remark: `${count} 行${told}`.slice(0, limits.remark).toWellFormed(),
      },
    ]),
  );
}
