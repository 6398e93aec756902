import { Dexie } from 'dexie';
import { openDrafts } from './databases.ts';
import type { DraftRow } from './rows.ts';
import type { World } from './world.ts';

/** Days that a draft waits for its person. */
export const draftDays = 30;

/** Whose form, and which: of two with the same place, in two tabs of the browser, each keeps its own. */
export interface DraftPlace {
  readonly uid: number;
  /** The open page, as its tab is known. */
  readonly page: string;
  /** The form on it. */
  readonly form: string;
}

/** What somebody had typed and not saved. */
export interface KeptDraft<T> {
  /** Epoch milliseconds. */
  readonly savedAt: number;
  readonly value: T;
}

/** What is typed into forms and not saved, for the time after a crash, a reload or the end of a session. */
export interface Drafts {
  /** Keeps a draft in place of the form's earlier one. */
  put(place: DraftPlace, value: unknown): Promise<void>;
  /** This page's own draft, else the latest that no living page is at work on, which is this page's own from now on; null when there is none. */
  take<T>(place: DraftPlace): Promise<KeptDraft<T> | null>;
  /** Forgets this page's draft of a form: it was saved, or its person has let go of it. */
  drop(place: DraftPlace): Promise<void>;
  /** Forgets this page's drafts of all forms on some open pages. */
  dropPages(uid: number, pages: readonly string[]): Promise<void>;
  /** Forgets all drafts of a person who leaves: on a shared tablet the next one could read them. */
  dropAll(uid: number): Promise<void>;
  close(): void;
}

export function createDrafts(world: World): Drafts {
  const db = openDrafts(world);
  // One name for each load of a page, and a lock that lasts as long as the load: a draft whose lock is free has lost its page.
  const owner = world.newOpId();
  let claimed: Promise<void> | null = null;
  const claim = () => {
    claimed ??= new Promise((granted) => {
      if (!world.locks) return granted();
      const held = world.locks.request(lockOf(owner), {}, () => {
        granted();
        return new Promise<void>(() => {});
      });
      // A page that is going is given none; what it types now is kept all the same.
      held.then(granted, granted);
    });
    return claimed;
  };
  const isAlone = async (row: DraftRow): Promise<boolean> =>
    row.owner === owner ||
    world.locks === null ||
    (await world.locks.request(lockOf(row.owner), { ifAvailable: true }, async (lock) => lock !== null));

  return {
    async put({ uid, page, form }, value) {
      await claim();
      await db.drafts.put({ uid, page, form, owner, saved_at: world.now(), value });
    },
    async take<T>({ uid, page, form }: DraftPlace) {
      await db.drafts
        .where('saved_at')
        .below(world.now() - draftDays * 86_400_000)
        .delete();
      const from = [uid, page, form] as const;
      const rows = await db.drafts
        .where('[uid+page+form+owner]')
        .between([...from, Dexie.minKey], [...from, Dexie.maxKey])
        .toArray();
      const isOwn = (row: DraftRow) => Number(row.owner === owner);
      for (const row of rows.sort((one, other) => isOwn(other) - isOwn(one) || other.saved_at - one.saved_at)) {
        if (!(await isAlone(row))) continue;
        await claim();
        await db.transaction('rw', db.drafts, async () => {
          await db.drafts.delete([uid, page, form, row.owner]);
          await db.drafts.put({ ...row, owner });
        });
        return { savedAt: row.saved_at, value: row.value as T };
      }
      return null;
    },
    async drop({ uid, page, form }) {
      await db.drafts.delete([uid, page, form, owner]);
    },
    async dropPages(uid, pages) {
      await db.drafts
        .where('uid')
        .equals(uid)
        .filter((row) => row.owner === owner && pages.includes(row.page))
        .delete();
    },
    async dropAll(uid) {
      await db.drafts.where('uid').equals(uid).delete();
    },
    close: () => db.close(),
  };
}

const lockOf = (owner: string): string => `draft-page-${owner}`;
