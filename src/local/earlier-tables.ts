import type { Dexie, Table, Transaction } from 'dexie';
import type { ClockNote } from './clock-note.ts';
import { type Codec, type Codecs, streamKey } from './codec.ts';
import type { Journal } from './databases.ts';
import type { DocumentRow, Operation, StreamRow } from './rows.ts';
import { portions, streamAt } from './stream.ts';

/*
 * The tables of builds before streams, which knew counting alone (decision 0046), and the only file of this floor that knows
 * them. They stay declared and empty: a page of such a build, open beside one of ours or after an update was taken back,
 * goes on writing to them, and what it leaves is moved all the same.
 */

/** How a client reads the rows of that time that are its own. */
export interface Inheritance<Payload = unknown, Note = unknown, Document = unknown> {
  /** Of a row of the journal, or of an entry that waits. */
  payload(scan: EarlierEntry): Payload;
  note(lane: EarlierLane): Note;
  document(sheet: unknown): Document;
}

/** What every entry of that time had, however it was kept. */
export interface EarlierEntry {
  op_id: string;
  seq: number;
  counted_at: string;
}

type Kept = Pick<Operation, 'id' | 'clock' | 'rev' | 'state' | 'outcome' | 'code' | 'msg' | 'answered_at' | 'settled'>;

export interface EarlierScan extends EarlierEntry, Kept {
  uid: number;
  sheet_id: number;
}

interface EarlierUnsent {
  op_id: string;
  scan_id: number;
  uid: number;
  sheet_id: number;
  seq: number;
  saved_at: number;
  clock?: ClockNote;
  entry: EarlierEntry;
}

export interface EarlierLane extends Omit<StreamRow, 'stream' | 'note' | 'told'> {
  sheet_id: number;
  reported: boolean;
}

interface EarlierSheet {
  uid: number;
  sheet_id: number;
  saved_at: number;
  sheet: unknown;
}

/** Declares them with all that was changed in them. */
export function declareEarlier(db: Dexie): void {
  db.version(1).stores({
    scans: '++id, &op_id, [uid+sheet_id+rev], [state+id]',
    outbox: 'op_id, [uid+sheet_id+seq], saved_at',
    lanes: '[uid+sheet_id], uid',
    sheets: '[uid+sheet_id], uid',
    session: 'key',
    meta: 'key',
  });
  // Before that a lane did not say of which round its zones are: of the sheet that was on the device with it.
  db.version(2).stores({}).upgrade(nameRounds);
  // Before that every glance at the queue walked the outbox, and an answer looked for its row by its op id.
  db.version(3).stores({ scans: '++id, &op_id, [uid+sheet_id+rev], [state+id], [uid+state]' }).upgrade(countUnsent);
}

async function nameRounds(change: Transaction): Promise<void> {
  const rounds = new Map<string, number>();
  await change
    .table<EarlierSheet & { sheet: { round: number } }>('sheets')
    .each((row) => rounds.set(`${row.uid}/${row.sheet_id}`, row.sheet.round));
  await change
    .table<EarlierLane & { round: number }>('lanes')
    .toCollection()
    .modify((lane) => {
      lane.round = rounds.get(`${lane.uid}/${lane.sheet_id}`) ?? 0;
    });
}

async function countUnsent(change: Transaction): Promise<void> {
  const numbers = new Map<string, number>();
  await change
    .table<EarlierScan, number>('scans')
    .where('[state+id]')
    .between(['saved', 0], ['saved', Number.MAX_SAFE_INTEGER])
    .each((row) => numbers.set(row.op_id, row.id ?? 0));
  const unsent = new Map<string, number>();
  await change
    .table<EarlierUnsent>('outbox')
    .toCollection()
    .modify((row) => {
      const lane = `${row.uid}/${row.sheet_id}`;
      unsent.set(lane, (unsent.get(lane) ?? 0) + 1);
      row.scan_id = numbers.get(row.op_id) ?? 0;
    });
  await change
    .table<EarlierLane>('lanes')
    .toCollection()
    .modify((lane) => {
      lane.unsent = unsent.get(`${lane.uid}/${lane.sheet_id}`) ?? 0;
    });
}

const tables = ['scans', 'outbox', 'lanes', 'sheets'] as const;

/**
 * Moves what a build before streams has left: all of it in one transaction, or nothing. Where a stream of ours is there
 * already, what comes is appended to it. Answers whether there was anything.
 */
export async function moveEarlier(db: Journal, codecs: Codecs): Promise<boolean> {
  const [codec] = [...codecs.values()].filter((one) => one.inherits);
  const left = await db.transaction('r', [...tables], (read) =>
    Promise.all(tables.map((name) => read.table(name).limit(1).count())),
  );
  if (!codec?.inherits || left.every((rows) => rows === 0)) return false;
  const { inherits } = codec;
  await db.transaction('rw', [...tables, 'operations', 'unsent', 'streams', 'documents'], async (change) => {
    const of = <Row>(name: (typeof tables)[number]): Table<Row> => change.table<Row>(name);
    const waiting = await of<EarlierUnsent>('outbox').orderBy('[uid+sheet_id+seq]').toArray();
    const lanes = await of<EarlierLane>('lanes').toArray();
    const streams = await moveStreams(db, { codec, inherits, waiting }, lanes);
    const moved = await moveOperations(db, { codec, inherits, streams }, await of<EarlierScan>('scans').toArray());
    await moveUnsent(db, { codec, inherits, streams, ...moved }, waiting);
    await moveDocuments(db, { codec, inherits }, await of<EarlierSheet>('sheets').toArray());
    for (const name of tables) await of(name).clear();
  });
  return true;
}

interface Mover {
  codec: Codec;
  inherits: Inheritance;
}

/** A stream that something is moved to. `joined`: it was there before. */
interface Target {
  row: StreamRow;
  joined: boolean;
}

type Targets = Map<string, Target>;

async function moveStreams(
  db: Journal,
  mover: Mover & { waiting: readonly EarlierUnsent[] },
  lanes: readonly EarlierLane[],
): Promise<Targets> {
  const targets: Targets = new Map();
  for (const lane of lanes) {
    const { uid, sheet_id, next_seq, rev, appended_at, stopped, reported } = lane;
    const at = { uid, stream: streamKey(mover.codec.kind, sheet_id) };
    const there = await db.streams.get([at.uid, at.stream]);
    // Counted here: the earliest of those pages, open beside ours, do not say it.
    const unsent = mover.waiting.filter((row) => row.uid === uid && row.sheet_id === sheet_id).length;
    const note = mover.inherits.note(lane);
    const row: StreamRow = there
      ? { ...there, told: false, appended_at: Math.max(there.appended_at, appended_at), rev: there.rev + 1 }
      : { ...at, next_seq, unsent, rev, appended_at, stopped, note, told: reported };
    await db.streams.put(row);
    targets.set(`${at.uid}/${at.stream}`, { row, joined: there !== undefined });
  }
  return targets;
}

/** The numbers of the moved rows, by op id; and what was here already: a page of that time has kept it twice. */
interface Moved {
  numbers: Map<string, number>;
  known: Set<string>;
}

async function moveOperations(
  db: Journal,
  mover: Mover & { streams: Targets },
  scans: readonly EarlierScan[],
): Promise<Moved> {
  const moved: Moved = { numbers: new Map(), known: new Set() };
  const rows = scans.map((scan) => operationOf(mover, scan));
  // The usual case, and the one with thousands of rows: nothing to compare, and nothing to wait for but the last of a portion.
  if ((await db.operations.count()) === 0) {
    for (const part of portions(rows)) await db.operations.bulkAdd(part);
    for (const { op_id, id = 0 } of rows) moved.numbers.set(op_id, id);
    return moved;
  }
  for (const part of portions(rows)) {
    const there = db.operations.where('op_id').anyOf(part.map((row) => row.op_id));
    for (const row of await there.toArray()) moved.known.add(row.op_id);
    // Their numbers may be taken here.
    const fresh = part.filter((row) => !moved.known.has(row.op_id)).map(({ id: _id, ...row }): Operation => row);
    const ids = await db.operations.bulkAdd(fresh, { allKeys: true });
    fresh.forEach((row, index) => moved.numbers.set(row.op_id, ids[index] ?? 0));
  }
  return moved;
}

function operationOf({ codec, inherits, streams }: Mover & { streams: Targets }, scan: EarlierScan): Operation {
  const { id, op_id, uid, seq, counted_at: at, rev, state, clock, outcome, code, msg, answered_at, settled } = scan;
  const stream = streamKey(codec.kind, scan.sheet_id);
  const target = streams.get(`${uid}/${stream}`);
  return {
    ...given({ id, clock, outcome, code, msg, answered_at, settled }),
    ...(outcome && { word: outcome === 'refused' ? 'refused' : 'accepted' }),
    op_id,
    uid,
    stream,
    seq,
    at,
    payload: inherits.payload(scan),
    rev: target?.joined ? target.row.rev : rev,
    state,
  };
}

async function moveUnsent(
  db: Journal,
  { codec, inherits, streams, numbers, known }: Mover & Moved & { streams: Targets },
  waiting: readonly EarlierUnsent[],
): Promise<void> {
  for (const { op_id, uid, sheet_id, seq, saved_at, clock, entry } of waiting) {
    if (known.has(op_id)) continue;
    const stream = streamKey(codec.kind, sheet_id);
    const payload = inherits.payload(entry);
    const target = streams.get(`${uid}/${stream}`) ?? {
      row: await streamAt(db, { uid, stream }, codec.blank),
      joined: true,
    };
    streams.set(`${uid}/${stream}`, target);
    const { row, joined } = target;
    await db.unsent.put({
      ...given({ clock }),
      op_id,
      operation_id: numbers.get(op_id) ?? 0,
      uid,
      stream,
      seq: joined ? row.next_seq : seq,
      saved_at,
      at: entry.counted_at,
      payload,
    });
    if (!joined) continue;
    target.row = { ...row, next_seq: row.next_seq + 1, unsent: row.unsent + 1, note: codec.noted(row.note, payload) };
    await db.streams.put({ ...target.row, told: false });
  }
}

async function moveDocuments(db: Journal, { codec, inherits }: Mover, sheets: readonly EarlierSheet[]): Promise<void> {
  for (const { uid, sheet_id, saved_at, sheet } of sheets) {
    const stream = streamKey(codec.kind, sheet_id);
    const there = await db.documents.get([uid, stream]);
    const row: DocumentRow = { uid, stream, saved_at, document: inherits.document(sheet) };
    if (!there || there.saved_at < saved_at) await db.documents.put(row);
  }
}

/** The fields that are there. */
function given<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
