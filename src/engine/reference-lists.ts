import {
  type CommonSort,
  commonData,
  commonLists,
  commonSortOf,
  commonSorts,
} from '#contract/areas/shell/common-data.ts';
import type { Option } from '#contract/kit/calls.ts';
import type { Local, ReferenceCache, ReferenceKey } from '#src/local/index.ts';
import { readSession } from '#src/platform/session.ts';
import type { Wire } from '#src/wire/wire.ts';
import { answersTo } from './answers-to.ts';

/** What the lists stand on: the way to the server and this device's databases. */
export interface ListKeeping {
  readonly wire: Pick<Wire, 'send'>;
  local(): Promise<Local>;
}

/** What a kept list offers, and when it was taken (epoch milliseconds); `expired` after 36000 s (specification §7). */
export interface KeptOptions {
  readonly list: readonly Option[];
  readonly takenAt: number;
  readonly expired: boolean;
}

// Told once by the application: who drops the lists on a push knows nothing of databases.
let keeping: ListKeeping | null = null;

/** Says where the lists are kept from now on. Nothing is asked for yet. */
export function keepReferenceLists(where: ListKeeping): void {
  keeping = where;
}

/**
 * Brings the lists of the person signed in onto this device: those that are missing or older than 36000 s, suppliers and
 * staff first, one after the other. Stops at the first that cannot be had; an older list stays then. Whoever else was
 * signed in here before is forgotten.
 */
export async function freshenReferenceLists(): Promise<void> {
  const uid = readSession()?.uid;
  if (uid === undefined || !keeping) return;
  const { wire } = keeping;
  const { references } = await keeping.local();
  await references.clearOthers(uid);
  for (const sort of commonSorts) {
    const kept = await references.through(keyOf(uid, sort), () => ask(wire, uid, sort));
    if (!kept || kept.expired) return;
  }
}

/**
 * Drops the lists of a person: what the person may see has changed (push message 5, `access`). They come back when they
 * are next freshened. Never rejects: a device without databases has none.
 */
export async function forgetReferenceLists(uid: number): Promise<void> {
  const names = commonSorts.map((sort) => keyOf(uid, sort).name);
  await within((references) => references.forget(uid, names));
}

/**
 * What the kept list of a definition offers: the records with these ids, or the first of those whose name, code or
 * pinyin initials hold the keyword. Null when no list of it is kept for the person signed in.
 */
export async function keptOptions(
  definition: { readonly name: string },
  asked: { keyword?: string | undefined; ids?: readonly number[] | undefined; most: number },
): Promise<KeptOptions | null> {
  const sort = commonSortOf(definition);
  const uid = readSession()?.uid;
  if (!sort || uid === undefined) return null;
  const kept = await within((references) => references.get<KeptList>(keyOf(uid, sort)));
  if (!kept) return null;
  const { ids } = asked;
  const wanted = (asked.keyword ?? '').toLowerCase();
  const list = ids
    ? kept.value.list.filter((option) => ids.includes(option.id))
    : kept.value.list.filter((option) => holds(option, wanted)).slice(0, asked.most);
  return { list, takenAt: kept.fetchedAt, expired: kept.expired };
}

/** A list as it is kept; raise `schema` when its shape changes. */
interface KeptList {
  readonly list: readonly Option[];
}

const schema = 1;

const keyOf = (uid: number, sort: CommonSort): ReferenceKey => ({ uid, name: `list/${sort}`, schema });

async function ask(wire: ListKeeping['wire'], uid: number, sort: CommonSort): Promise<KeptList | undefined> {
  const sent = await wire.send(commonData, { t: sort }, { hideLoading: true, ownWords: true });
  // What was asked for in one person's name is never kept in another's.
  if (!sent.ok || readSession()?.uid !== uid) return undefined;
  const rows = sent.value[commonLists[sort].key] ?? [];
  return { list: rows.map(({ id, name, code }) => ({ id, title: name, hint: code })) };
}

/** Does something with what is kept; null where a device may keep nothing (private window), which is told but breaks nothing. */
async function within<T>(run: (references: ReferenceCache) => Promise<T>): Promise<T | null> {
  if (!keeping) return null;
  try {
    return await run((await keeping.local()).references);
  } catch (problem) {
    reportError(problem);
    return null;
  }
}

function holds({ title, hint }: Option, wanted: string): boolean {
  return answersTo(title, wanted) || (hint ?? '').toLowerCase().includes(wanted);
}
