import type { Call } from '#contract/kit/call.ts';
import { failed, type Sent } from '../wire/sent.ts';
import type { Inheritance } from './earlier-tables.ts';
import type { Operation } from './rows.ts';
import type { StreamSnapshot } from './stream-snapshot.ts';

/**
 * What a kind of document says of its streams: how its operations reach the server, and what they are called before a person
 * (decision 0046). Everything else about keeping and sending them is the same for all kinds, and knows nothing of theirs.
 */
export interface Codec<Payload = unknown, Note = unknown, Document = unknown> {
  /** Names its streams: `kind:document`. */
  readonly kind: string;
  /** The note of a stream before its first operation. */
  readonly blank: Note;
  /** The note after one more operation. */
  noted(note: Note, payload: Payload): Note;
  /** Sends a batch, in order; `through` makes it of a call. */
  batch(ask: Ask, batch: Batch<Payload>): Promise<Sent<BatchAnswer>>;
  /** What the server hears of a stream besides its operations. */
  readonly report?: Report<Payload, Note>;
  /** What an accepted operation leaves no question about: another one of its stream that waits with that outcome. */
  resolves?(payload: Payload): { op_id: string; outcome: string; reason: string } | null;
  /** What a refused operation says when it is sent once more; the same, where this is absent. Rejects where there is nothing (any more) to do. */
  repeats?(refused: Operation<Payload>, look: StreamSnapshot<Payload>): Promise<Payload>;
  /** What must follow when a person discards an operation, so that the server knows; null for nothing. */
  takesBack?(discarded: Operation<Payload>, look: StreamSnapshot<Payload>): Promise<Payload | null>;
  /** What of one that waits for a person may be put right and sent as a new one; absent where nothing may. */
  readonly corrects?: Corrects<Payload, Document>;
  readonly summary: Summary<Payload, Note, Document>;
  /** How it reads what builds before streams have left. */
  readonly inherits?: Inheritance<Payload, Note, Document>;
}

/** A batch of one stream on its way. */
export interface Batch<Payload> {
  document: number;
  device: string;
  operations: readonly Outgoing<Payload>[];
}

export interface Outgoing<Payload> {
  op_id: string;
  seq: number;
  at: string;
  payload: Payload;
  /** The device does not vouch for `at`: its clock was set after it was last measured. */
  doubtful: boolean;
}

/** The server's words on a batch. What is not among the answers stays unsent. */
export interface BatchAnswer {
  answers: readonly Answer[];
  /** The position at which the server goes on, where it keeps positions and the batch did not begin there. */
  next?: number | undefined;
  /** ISO time; empty where the answer has none. */
  serverTime: string;
}

/** The server's word on one operation. */
export interface Answer {
  op_id: string;
  /** `accepted`: it has it · `refused`: it will not take it as it is, a person must look · `again`: not now. */
  word: 'accepted' | 'refused' | 'again';
  /** It has it, and a person must look all the same. */
  asks?: boolean;
  /** The client's own name for what it said. */
  outcome?: string | undefined;
  code?: number | undefined;
  msg?: string | undefined;
}

/** A word to the server on how a stream stands, said when the stream has been quiet. Its answer measures the clock besides. */
export interface Report<Payload, Note> {
  tell(ask: Ask, standing: Told<Payload, Note>): Promise<Sent<{ serverTime: string }>>;
  /** Whether it need not wait for quiet. */
  atOnce(note: Note): boolean;
}

export interface Told<Payload, Note> {
  document: number;
  device: string;
  /** Rises with every change of the stream. */
  rev: number;
  note: Note;
  /** Everything of it that is unsent. */
  unsent: readonly Payload[];
}

/** The parts of an operation that a person may have got wrong. */
export interface Correction {
  code: string;
  qty: number;
}

export interface Corrects<Payload, Document> {
  /** What it says now; null where nothing of it can be put right. */
  of(operation: Operation<Payload>): Correction | null;
  /** The same with what was put right; the document is null where it is not on this device. */
  into(payload: Payload, correction: Correction, document: Document | null): Payload;
}

/** What the server is told of an operation that a person has put away: the payload of a stream of its own. */
export interface Discarded {
  /** The operation that was put away. */
  discarded: string;
  kind: string;
  document: number;
  /** What it did, in the words of its kind. */
  what: string;
  /** Why it waited. */
  why: string;
  reason: string;
}

/** What the queue screen shows of a stream and its operations. Chinese. */
export interface Summary<Payload, Note, Document> {
  /** Which document it is; null where it is not on this device. */
  title(document: Document | null, id: number): string;
  /** What an operation did, and where. */
  line(payload: Payload): { what: string; sign: string; where: string };
  /** Why one waits for a person, where the server gave an outcome and no words. */
  reason(outcome: string): string;
  /** What it means to put one away, and what people usually give as the reason. */
  discarding: { means(operation: Operation<Payload>): string; reasons: readonly string[] };
  /** What must be asked first, when sending an operation again or discarding it makes another one; null for nothing. */
  question(
    action: SettleAction,
    at: { operation: Operation<Payload>; note: Note; document: Document | null },
  ): Question | null;
}

export type SettleAction = 'send_again' | 'discard';

export interface Question {
  words: string;
  title: string;
  confirm: string;
  cancel: string;
}

/** Makes a call in the name of the person whose stream it is. `opId`: of a part that must be done once by itself, as the same on every try. */
export type Ask = <In, Out>(call: Call<In, Out>, input: In, opId?: string) => Promise<Sent<Out>>;

/** The kinds that this build knows, by name. A stream of any other kind is kept and not sent. */
export type Codecs = ReadonlyMap<string, Codec>;

/** A part of a codec that is one call: how its input is made, and how its answer is read; null for an answer that is not of that call. */
export function through<From, In, Out, To>(
  call: Call<In, Out>,
  how: { input(from: From): In; read(value: Out): To | null },
): (ask: Ask, from: From) => Promise<Sent<To>> {
  return async (ask, from) => {
    const sent = await ask(call, how.input(from));
    if (!sent.ok) return sent;
    const value = how.read(sent.value);
    return value === null ? failed({ kind: 'unreadable', status: 200 }) : { ...sent, value };
  };
}

/** The name of the stream of a document, e.g. `stocktaking:17`. */
export function streamKey(kind: string, document: number): string {
  return `${kind}:${document}`;
}

/** The kind and the document in the name of a stream. */
export function partsOf(stream: string): { kind: string; document: number } {
  const [kind = '', document = ''] = stream.split(':');
  return { kind, document: Number(document) };
}

/** The codec of a stream; undefined for a kind that this build does not know. */
export function codecOf(codecs: Codecs, stream: string): Codec | undefined {
  return codecs.get(partsOf(stream).kind);
}
