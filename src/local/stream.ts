import type { Journal } from './databases.ts';
import type { Operation, StreamRow, UnsentRow } from './rows.ts';
import { streamRange } from './stream-range.ts';

/** Whose stream, and which. */
export type StreamPlace = Pick<StreamRow, 'uid' | 'stream'>;

/** The stream, made with a blank note when it is not there. Inside a transaction over `streams`. */
export async function streamAt<N>(
  { streams }: Pick<Journal<unknown, N>, 'streams'>,
  { uid, stream }: StreamPlace,
  blank: N,
): Promise<StreamRow<N>> {
  const kept = await streams.get([uid, stream]);
  return (
    kept ?? {
      uid,
      stream,
      next_seq: 1,
      unsent: 0,
      rev: 0,
      appended_at: 0,
      note: blank,
      told: true,
      stopped: null,
    }
  );
}

/** Stores changed journal rows under the stream's next revision. Inside a transaction over `operations` and `streams`. */
export async function reviseRows<P, N>(
  db: Pick<Journal<P, N>, 'operations' | 'streams'>,
  stream: StreamRow<N>,
  rows: readonly Operation<P>[],
): Promise<void> {
  stream.rev += 1;
  for (const row of rows) row.rev = stream.rev;
  for (const part of portions(rows)) await db.operations.bulkPut(part);
  await db.streams.put(stream);
}

/** Rows in portions that a page can hand over to the storage without keeping a press or a letter waiting. */
export function portions<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / portion) }, (_, n) => rows.slice(n * portion, (n + 1) * portion));
}

/** A slow tablet takes about 0.6 ms for each. */
const portion = 50;

/**
 * Makes the positions of everything unsent in a stream run from `first` without gaps, in their order. Safe: the server
 * named `first` as its next position, so it holds none of these. Inside a transaction over `unsent` and `streams`.
 */
export async function renumber(db: Journal, stream: StreamRow, first: number): Promise<void> {
  const rows = await unsentOf(db, stream).sortBy('seq');
  const moved: UnsentRow[] = [];
  rows.forEach((row, index) => {
    const seq = first + index;
    if (row.seq !== seq) moved.push({ ...row, seq });
  });
  stream.next_seq = first + rows.length;
  stream.unsent = rows.length;
  await db.unsent.bulkPut(moved);
  await db.streams.put(stream);
}

/** The stream with the number of its unsent operations as they are kept. Inside a transaction over `unsent`, after it was changed. */
export async function recounted<N>(db: Pick<Journal, 'unsent'>, stream: StreamRow<N>): Promise<StreamRow<N>> {
  return { ...stream, unsent: await unsentOf(db, stream).count() };
}

/** Everything of a stream that the server has not spoken about. */
export function unsentOf<P>({ unsent }: Pick<Journal<P>, 'unsent'>, at: StreamPlace) {
  return unsent.where('[uid+stream+seq]').between(...streamRange(at));
}
