import type { InboundSheet } from '#contract/areas/purchasing/inbound-entry.ts';
import type { Kept, Live, Local, Made } from '#src/local/index.ts';
import { finderOf, type GoodsFinder } from '../stocktaking/goods-finder.ts';
import { inbound } from './codec.ts';
import type { InboundClient, InboundOperation, InboundPayload } from './entry.ts';
import { type ReceiveView, viewEntries } from './receive-view.ts';
import { voidFor } from './take-back.ts';

/** What a person did: counted pieces, or took the entry `voids`, or else the last one, back. */
export type NewPieces = { uid: number; batch: number; made: Made } & (
  | ({ kind: 'add' } & Omit<InboundPayload, 'kind' | 'voids'>)
  | { kind: 'void'; voids?: string | undefined }
);

/** A batch as it is counted: what was downloaded, and how a scan finds its goods. */
export interface OpenBatch extends Pick<GoodsFinder, 'clashes'> {
  sheet: InboundSheet;
  savedAt: number;
  find(code: string): ReturnType<GoodsFinder['find']>;
}

/** Counting of goods that come in on this device: one person's entries for one batch are a stream, the downloaded batch is its document. */
export interface Receiving {
  /** Keeps an entry; resolves after the commit, so the tone may sound when it has. Rejects with NotSaved. */
  append(pieces: NewPieces): Promise<InboundOperation>;
  view(at: { uid: number; batch: number; lastMost: number }): Live<ReceiveView>;
  /** Keeps a download, but none in place of a later one. `asked`: device times around the call. Rejects with NotSaved. */
  save(uid: number, sheet: InboundSheet, asked?: { before: number; after: number }): Promise<void>;
  /** The batch as it is kept now, anew after every change of it in any page of this device. */
  kept(uid: number, batch: number): Live<{ open: OpenBatch | null }>;
  list(uid: number): Promise<InboundSheet[]>;
  /** Forgets a batch; false where something of it is unsent or waits for a person. */
  remove(uid: number, batch: number): Promise<boolean>;
}

const made = new WeakMap<Local, Receiving>();

/** Counting of goods that come in, with this device's databases; the same for the same ones. */
export function receivingOf(local: Local): Receiving {
  const known = made.get(local) ?? createReceiving(local);
  made.set(local, known);
  return known;
}

function createReceiving(local: Local): Receiving {
  const client = local.outbox.of(inbound);
  return {
    append: ({ uid, batch: document, made, ...pieces }) => {
      if (pieces.kind === 'void')
        return client.append({ uid, document, made, payload: (look) => voidFor(look, pieces.voids) });
      return client.append({ uid, document, made, payload: pieces });
    },
    view: (at) => liveEntries(local, client, at),
    save: (uid, sheet, asked) =>
      client.keep(
        { uid, document: sheet.id },
        ({ document: kept, note }) => {
          const outrun = kept !== null && Date.parse(kept.server_time) > Date.parse(sheet.server_time);
          // A device that lost its journal goes on behind what the server has of it.
          return { note, nextSeq: sheet.own_seq + 1, ...(outrun ? {} : { document: sheet }) };
        },
        asked && { serverTime: sheet.server_time, ...asked },
      ),
    kept: (uid, batch) =>
      local.watch({
        read: async () => ({ open: opened(await client.kept({ uid, document: batch })) }),
        look: (read) => read,
      }),
    list: async (uid) => (await client.allKept(uid)).map(({ document }) => document),
    remove: (uid, batch) => client.remove({ uid, document: batch }),
  };
}

function opened(kept: Kept<InboundSheet> | null): OpenBatch | null {
  if (!kept) return null;
  const finder = finderOf(kept.document.goods.map((goods) => ({ ...goods, imperfect_type: 0 })));
  return {
    sheet: kept.document,
    savedAt: kept.savedAt,
    clashes: finder.clashes,
    find: (code) => finder.find(code),
  };
}

/** Every change brings only the changed rows (`rev`); the others stay in memory. */
function liveEntries(
  local: Local,
  client: InboundClient,
  { uid, batch, lastMost }: { uid: number; batch: number; lastMost: number },
): Live<ReceiveView> {
  const rows = new Map<string, InboundOperation>();
  let rev = 0;
  return local.watch({
    async read() {
      const { stream, operations } = await client.read({ uid, document: batch }, rev + 1);
      for (const row of operations) {
        rev = Math.max(rev, row.rev);
        // Of an earlier look that comes in late.
        if ((rows.get(row.op_id)?.rev ?? 0) <= row.rev) rows.set(row.op_id, row);
      }
      const inOrder = [...rows.values()].toSorted((one, other) => (one.id ?? 0) - (other.id ?? 0));
      return { stream, inOrder };
    },
    look: ({ stream, inOrder }, sending) => viewEntries(inOrder, { stream, sending, lastMost }),
  });
}
