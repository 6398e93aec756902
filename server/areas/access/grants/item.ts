import type { GrantItem, GrantSubject } from '#contract/areas/access/grant.ts';

/** A thing gained or lost, as a request keeps it. */
export interface StoredItem extends GrantItem {
  /** Of a dimension: the ids it is limited to from then on, none for not limited. */
  value_ids?: number[];
}

/** Whose rights change, and how. */
export interface Change {
  readonly subject: GrantSubject;
  readonly subjectId: number;
  readonly gained: readonly StoredItem[];
  readonly lost: readonly StoredItem[];
}

/** Ids of the items of one kind. */
export const idsOf = (items: readonly StoredItem[], kind: GrantItem['kind']): number[] =>
  items.filter((item) => item.kind === kind).map((item) => item.id);
