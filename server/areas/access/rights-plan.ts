/** What a person holds, by ids. The main organisation is among the organisations. */
export interface Held {
  readonly role: readonly number[];
  readonly dataRole: readonly number[];
  readonly organize: readonly number[];
  readonly main: number | null;
}

/** What a save wants a person to hold; a list that is left out stays as it is. */
export interface WantedRights {
  readonly role_ids?: readonly number[] | undefined;
  readonly data_role_ids?: readonly number[] | undefined;
  readonly organize_ids?: readonly number[] | undefined;
  readonly main_organize_id?: number | undefined;
}

type Ids = Partial<Record<'role' | 'dataRole' | 'organize' | 'mainOrganize', readonly number[]>>;

/** What becomes of it: added after approval, lost together with that, removed at once, the main organisation moved at once. */
export interface RightsPlan {
  readonly added: Ids;
  readonly lost: Ids;
  readonly removed: Ids;
  readonly movesTo: number | undefined;
}

/**
 * Parts a save of rights into what widens and what narrows (decision 0014). A main organisation that is new to the person
 * waits, and the old one stays until then; one that the person belongs to already is no more than an order among them.
 */
export function planRights(held: Held, wanted: WantedRights): RightsPlan {
  const roles = difference(held.role, wanted.role_ids);
  const dataRoles = difference(held.dataRole, wanted.data_role_ids);
  const main = wanted.main_organize_id ?? held.main;
  const organizes = difference(
    held.organize,
    wanted.organize_ids && [...new Set([...wanted.organize_ids, ...(main === null ? [] : [main])])],
  );
  const waits = main !== null && main !== held.main && !held.organize.includes(main);
  const old = waits && held.main !== null ? [held.main] : [];
  return {
    added: {
      role: roles.added,
      dataRole: dataRoles.added,
      organize: organizes.added.filter((id) => id !== main),
      mainOrganize: waits ? [main] : [],
    },
    lost: { organize: organizes.removed.filter((id) => old.includes(id)) },
    removed: {
      role: roles.removed,
      dataRole: dataRoles.removed,
      organize: organizes.removed.filter((id) => !old.includes(id)),
    },
    movesTo: main !== null && main !== held.main && !waits ? main : undefined,
  };
}

/** Does the plan change nothing? */
export function isIdle({ added, removed, movesTo }: RightsPlan): boolean {
  return movesTo === undefined && [...Object.values(added), ...Object.values(removed)].every((ids) => ids.length === 0);
}

/** What a list that is sent whole adds to the one that is there, and what it takes away. */
export function difference(
  there: readonly number[],
  wanted: readonly number[] | undefined,
): { added: number[]; removed: number[] } {
  if (!wanted) return { added: [], removed: [] };
  return {
    added: wanted.filter((id) => !there.includes(id)),
    removed: there.filter((id) => !wanted.includes(id)),
  };
}
