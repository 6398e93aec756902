import { Dexie } from 'dexie';
import type { Clock } from './clock.ts';
import { type Codecs, codecOf } from './codec.ts';
import type { Journal } from './databases.ts';
import { storeOperation } from './journal.ts';
import type { Operation } from './rows.ts';
import { isRepeatable } from './settle.ts';
import type { World } from './world.ts';

/** What a device that will not come back into coverage has kept and not sent, on its way to another one. */
export interface Carried {
  device: string;
  /** ISO time. */
  saved_at: string;
  /** In the order in which they are to be sent. */
  rows: CarriedRow[];
}

interface CarriedRow extends Pick<Operation, 'op_id' | 'uid' | 'stream' | 'at' | 'payload'> {
  /** The device vouches for `at`. */
  sure: boolean;
}

/** What came of a file: whose rows were taken, how many were here already, and how many only another build knows. */
export interface CarriedIn {
  taken: { uid: number; count: number }[];
  known: number;
  foreign: number;
}

interface Parts {
  db: Journal;
  world: World;
  clock: Clock;
  codecs: Codecs;
}

/** Everything that the server has not, or would not have, of all people. What stays here is the same: ids tell the two apart from two. */
export async function carryOut({ db, world, clock }: Parts, device: string): Promise<Carried | null> {
  const refused = (
    await db.operations
      .where('[state+id]')
      .between(['attention', Dexie.minKey], ['attention', Dexie.maxKey])
      .sortBy('id')
  ).filter(isRepeatable);
  const waiting = await db.unsent.orderBy('[uid+stream+seq]').toArray();
  const all = [...refused, ...waiting];
  if (all.length === 0) return null;
  const words = await clock.judge(all.map((row) => row.clock));
  const rows = all.map(({ op_id, uid, stream, at, payload }, index) => ({
    op_id,
    uid,
    stream,
    at,
    payload,
    sure: words[index] === 'sure',
  }));
  return { device, saved_at: new Date(world.now()).toISOString(), rows };
}

/** Takes rows in, portion by portion: what broke off is begun again, and nothing comes twice. */
export async function carryIn(parts: Parts, { rows }: Carried): Promise<CarriedIn> {
  const came = new Map<number, number>();
  const result: CarriedIn = { taken: [], known: 0, foreign: 0 };
  for (let from = 0; from < rows.length; from += portion) {
    const part = await storeSome(parts, rows.slice(from, from + portion));
    for (const uid of part.uids) came.set(uid, (came.get(uid) ?? 0) + 1);
    result.known += part.known;
    result.foreign += part.foreign;
  }
  result.taken = [...came].map(([uid, count]) => ({ uid, count }));
  return result;
}

function storeSome({ db, world, codecs }: Parts, rows: readonly CarriedRow[]) {
  const uids: number[] = [];
  let [known, foreign] = [0, 0];
  return db.transaction('rw', db.operations, db.unsent, db.streams, async () => {
    for (const { op_id: opId, uid, stream, at, payload, sure } of rows) {
      const codec = codecOf(codecs, stream);
      if (!codec) foreign += 1;
      else if ((await db.operations.where('op_id').equals(opId).count()) > 0) known += 1;
      else {
        // The ticks of the other device say nothing here: what it could vouch for is vouched for, and nothing else.
        const clock = { life: '', tick: 0, measured: 0, verdict: sure ? 'steady' : 'set_back' } as const;
        const row = await storeOperation(
          { db, codec },
          { uid, stream, at, clock, opId, savedAt: world.now(), payload },
        );
        await db.operations.update(row.id ?? 0, { carried: true });
        uids.push(uid);
      }
    }
    return { uids, known, foreign };
  });
}

/** Whether a parsed file is one of ours. */
export function isCarried(value: unknown): value is Carried {
  if (!isObject(value) || typeof value['device'] !== 'string' || typeof value['saved_at'] !== 'string') return false;
  const { rows } = value;
  return Array.isArray(rows) && rows.every(isRow);
}

function isRow(value: unknown): value is CarriedRow {
  if (!isObject(value)) return false;
  const { op_id, uid, stream, at, sure, payload } = value;
  return (
    typeof op_id === 'string' &&
    /^[0-9a-f-]{36}$/.test(op_id) &&
    Number.isSafeInteger(uid) &&
    typeof stream === 'string' &&
    /^\w+:\d+$/.test(stream) &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    typeof sure === 'boolean' &&
    isObject(payload)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const portion = 200;
