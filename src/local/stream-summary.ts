import {
  type Codec,
  type Codecs,
  type Correction,
  codecOf,
  partsOf,
  type Question,
  type SettleAction,
} from './codec.ts';
import type { Journal } from './databases.ts';
import type { Operation, StreamRow } from './rows.ts';
import { isRepeatable } from './settle.ts';
import { type StreamPlace, unsentOf } from './stream.ts';

/** The four words for an operation (amendments A): 已存本机 · 发送中 · 已接收 · 需处理. `settled` ones are out of sight. */
export type OperationWord = 'saved' | 'sending' | 'received' | 'attention';

/** A stream as the queue screen shows it, in the words of its kind. */
export interface StreamSummary {
  stream: string;
  title: string;
  unsent: number;
  /** When the first of them was kept, epoch milliseconds; null without any. */
  oldest: number | null;
  /** How many wait for a person; everything unsent while the server takes nothing. */
  attention: number;
  stopped: StreamRow['stopped'];
  /** What waits for a person, then the newest of what is unsent; `most` of them. */
  operations: SummaryOperation[];
}

export interface SummaryOperation {
  op_id: string;
  /** ISO time of the deed. */
  at: string;
  word: OperationWord;
  what: string;
  sign: string;
  where: string;
  /** Why it waits for a person; empty where it does not. */
  why: string;
  /** Whether the server has refused it, so that it may be sent again. */
  repeatable: boolean;
  /** What of it may be put right; null for nothing. */
  correction: Correction | null;
  /** What it means to put it away, and the usual reasons. */
  discarding: { means: string; reasons: readonly string[] };
  /** What must be asked before it is dealt with; null for nothing. */
  questions: Readonly<Record<SettleAction, Question | null>>;
}

/** The word for one operation. */
export function wordOf(
  { op_id, state }: Pick<Operation, 'op_id' | 'state'>,
  at: { stopped: boolean; sending: ReadonlySet<string> },
): OperationWord {
  if (state === 'received' || state === 'attention') return state;
  if (at.sending.has(op_id)) return 'sending';
  return at.stopped ? 'attention' : 'saved';
}

/** The streams of a person that a screen shows: of documents on this device, and whatever else has something to show. */
export async function streamsOf(db: Journal, uid: number): Promise<string[]> {
  const kept = await db.documents.where('uid').equals(uid).primaryKeys();
  const streams = await db.streams.where('uid').equals(uid).toArray();
  const waiting = await db.operations.where('[uid+state]').equals([uid, 'attention']).toArray();
  const names = [
    ...kept.map(([, stream]) => stream),
    ...streams.filter((row) => row.unsent > 0).map((row) => row.stream),
    ...waiting.map((row) => row.stream),
  ];
  return [...new Set(names)];
}

/** How a stream stands now, for when it is known what is on its way. Of a kind that this build does not know, only how many are unsent. */
export async function readSummary(
  { db, codecs }: { db: Journal; codecs: Codecs },
  { most, ...at }: StreamPlace & { most: number },
): Promise<(sending: ReadonlySet<string>) => StreamSummary> {
  const stream = await db.streams.get([at.uid, at.stream]);
  const { unsent = 0, stopped = null } = stream ?? {};
  const codec = codecOf(codecs, at.stream);
  const asking = await db.operations
    .where('[uid+state]')
    .equals([at.uid, 'attention'])
    .filter((row) => row.stream === at.stream)
    .sortBy('id');
  const document = (await db.documents.get([at.uid, at.stream]))?.document ?? null;
  const attention = asking.length + (stopped ? unsent : 0);
  const oldest = (await unsentOf(db, at).first())?.saved_at ?? null;
  const head = { stream: at.stream, unsent, oldest, attention, stopped };
  const title = codec?.summary.title(document, partsOf(at.stream).document) ?? at.stream;
  if (!codec || !stream) return () => ({ ...head, title, operations: [] });
  const left = Math.max(0, most - asking.length);
  const waiting = await unsentOf(db, at).reverse().limit(left).toArray();
  const rows = (await db.operations.bulkGet(waiting.map((row) => row.operation_id))).filter((row) => row !== undefined);
  const shown = { codec, note: stream.note, document, stopped };
  return (sending) => ({
    ...head,
    title,
    operations: [...asking.slice(0, most), ...rows].map((row) => standingOf(row, { ...shown, sending })),
  });
}

function standingOf(
  row: Operation,
  shown: {
    codec: Codec;
    note: unknown;
    document: unknown;
    stopped: StreamRow['stopped'];
    sending: ReadonlySet<string>;
  },
): SummaryOperation {
  const { summary } = shown.codec;
  const { means, reasons } = summary.discarding;
  const at = { operation: row, note: shown.note, document: shown.document };
  const word = wordOf(row, { stopped: shown.stopped !== null, sending: shown.sending });
  return {
    op_id: row.op_id,
    at: row.at,
    word,
    ...summary.line(row.payload),
    why:
      word === 'attention' ? row.msg || (row.outcome ? summary.reason(row.outcome) : (shown.stopped?.msg ?? '')) : '',
    repeatable: isRepeatable(row),
    correction: row.state === 'attention' ? (shown.codec.corrects?.of(row) ?? null) : null,
    discarding: { means: means(row), reasons },
    questions: { send_again: summary.question('send_again', at), discard: summary.question('discard', at) },
  };
}
