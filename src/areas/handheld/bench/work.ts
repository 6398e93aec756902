import type { SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import {
  type Client,
  type Codec,
  type Kept,
  type Live,
  type Local,
  type Made,
  type NewOperation,
} from '#src/local/index.ts';
import { finderOf, type GoodsFinder } from '../stocktaking/goods-finder.ts';
import type { Pieces, PiecesOperation } from './pieces.ts';
import { voidFor } from './take-back.ts';
import { type PiecesView, viewEntries } from './view.ts';

/** A downloaded document, as far as all that count pieces know it. */
export interface Sheet {
  id: number;
  goods: readonly (Omit<SheetGoods, 'imperfect_type'> & {
    imperfect_type?: number;
    /** Pieces that have codes of their own. */
    pieces?: readonly { unique_code: string; epc: string | null }[];
  })[];
  own_seq: number;
  server_time: string;
}

/** A document as it is worked on: what was downloaded, and how a scan finds its goods. */
export interface Open<D extends Sheet> extends GoodsFinder {
  sheet: D;
  savedAt: number;
}

/** Whose action it is, on which document, and when it was done. */
export interface Doing {
  uid: number;
  document: number;
  made: Made;
}

/** Counting pieces for one kind of document on this device: one person's entries for one document are a stream. */
export interface PiecesWork<P extends Pieces, D extends Sheet> {
  /** Keeps an entry; resolves after the commit, so the tone may sound when it has. Rejects with NotSaved. */
  append(action: Doing & { payload: P }): Promise<PiecesOperation<P>>;
  /** Keeps several in one transaction, in order: all or none. A payload that is a function looks at what is kept by then. */
  appendAll(actions: readonly (Doing & Pick<NewOperation<P>, 'payload'>)[]): Promise<PiecesOperation<P>[]>;
  /** Takes the entry `voids`, or else the last one, back. Rejects with NotSaved, `nothing` where there is none. */
  takeBack(action: Doing & { voids?: string | undefined }): Promise<PiecesOperation<P>>;
  view(at: { uid: number; document: number; lastMost: number }): Live<PiecesView<P>>;
  /** Keeps a download, but none in place of a later one. `asked`: device times around the call. Rejects with NotSaved. */
  save(uid: number, sheet: D, asked?: { before: number; after: number }): Promise<void>;
  /** The document as it is kept now, anew after every change of it in any page of this device. */
  kept(uid: number, document: number): Live<{ open: Open<D> | null }>;
  list(uid: number): Promise<D[]>;
  /** Forgets a document; false where something of it is unsent or waits for a person. */
  remove(uid: number, document: number): Promise<boolean>;
}

/** The work of a codec with this device's databases; the same for the same ones. */
export function workOn<P extends Pieces, D extends Sheet>(
  codec: Codec<P, null, D>,
): (local: Local) => PiecesWork<P, D> {
  const made = new WeakMap<Local, PiecesWork<P, D>>();
  return (local) => {
    const known = made.get(local) ?? createWork(local, codec);
    made.set(local, known);
    return known;
  };
}

function createWork<P extends Pieces, D extends Sheet>(local: Local, codec: Codec<P, null, D>): PiecesWork<P, D> {
  const client = local.outbox.of(codec);
  return {
    append: (action) => client.append(action),
    appendAll: (actions) => client.appendAll(actions),
    takeBack: ({ voids, ...at }) => client.append({ ...at, payload: (look) => voidFor(look, voids) }),
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
    kept: (uid, document) =>
      local.watch({
        read: async () => ({ open: opened(await client.kept({ uid, document })) }),
        look: (read) => read,
      }),
    list: async (uid) => (await client.allKept(uid)).map(({ document }) => document),
    remove: (uid, document) => client.remove({ uid, document }),
  };
}

function opened<D extends Sheet>(kept: Kept<D> | null): Open<D> | null {
  return kept && { sheet: kept.document, savedAt: kept.savedAt, ...finderIn(kept.document) };
}

/** How a scan finds goods of a downloaded document; a code or EPC means its one piece. */
export function finderIn({ goods }: Pick<Sheet, 'goods'>): GoodsFinder {
  return finderOf(
    goods.map(({ pieces = [], ...one }) => ({
      ...one,
      imperfect_type: one.imperfect_type ?? 0,
      barcodes: [
        ...one.barcodes,
        ...pieces.flatMap(({ unique_code, epc }) => [unique_code, ...(epc === null ? [] : [epc])]),
      ],
    })),
  );
}

/** Every change brings only the changed rows (`rev`); the others stay in memory. */
function liveEntries<P extends Pieces, D>(
  local: Local,
  client: Client<P, null, D>,
  { uid, document, lastMost }: { uid: number; document: number; lastMost: number },
): Live<PiecesView<P>> {
  const rows = new Map<string, PiecesOperation<P>>();
  let rev = 0;
  return local.watch({
    async read() {
      const { stream, operations } = await client.read({ uid, document }, rev + 1);
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
