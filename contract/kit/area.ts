import type { RoleCode } from '../areas/access/roles.ts';
import type { TaskForm } from '../areas/tasks/form.ts';
import type { ImportKind } from '../areas/tasks/imports.ts';
import type { LineSheet } from '../areas/tasks/line-sheet.ts';
import type { Access } from './call.ts';
import type { AnyDefinition } from './definition.ts';
import type { MenuEntry, MenuGroupHead } from './menu.ts';
import type { Places } from './place.ts';
import type { Printing } from './printing.ts';

/** A form for something new that has a page of its own, and the key of its save. */
export interface NewFormEntry {
  /** Place among the forms of all areas: what people make most comes first. */
  readonly order: number;
  readonly route: `/${string}`;
  readonly name: string;
  readonly access: Access | undefined;
}

/** What an area is to the agreement: its index. Everything that goes through all areas is worked out from these. */
export interface Area {
  /** That of its folders on every floor. */
  readonly name: string;
  readonly label: string;
  /** In any order: that of the tables is worked out from what refers to what. */
  readonly definitions: readonly AnyDefinition[];
  /** What a table of its own stands behind besides what its fields refer to, by the name of its definition. */
  readonly behind?: Readonly<Record<string, readonly AnyDefinition[]>>;
  /** How its records are printed. */
  readonly prints?: readonly Printing[];
  /** Where its records are looked at, by the name of their definition. */
  readonly places?: Places;
  readonly menu?: {
    /** The groups that it opens; a screen may stand in a group that another area opens. */
    readonly groups?: readonly MenuGroupHead[];
    readonly screens: readonly MenuEntry[];
  };
  /** What the command palette offers. */
  readonly newForms?: readonly NewFormEntry[];
  readonly exports?: readonly TaskForm[];
  readonly imports?: readonly ImportKind[];
  /** Sheets that become lines of its documents. */
  readonly lineSheets?: readonly LineSheet[];
  /** Which built-in role holds which of the area's keys: `group:verb,verb; group:*`, in the notation of domain.md §10.3. */
  readonly roles?: Readonly<Partial<Record<RoleCode, string>>>;
}

/**
 * Things in an order in which each stands behind what it needs, and otherwise as they are given. What needs one another
 * in a circle stands as it is given.
 */
export function inOrder<T>(things: readonly T[], needs: (thing: T) => readonly T[]): T[] {
  const placed = new Set<T>();
  const begun = new Set<T>();
  const place = (thing: T): void => {
    if (begun.has(thing)) return;
    begun.add(thing);
    for (const needed of needs(thing)) place(needed);
    placed.add(thing);
  };
  for (const thing of things) place(thing);
  return [...placed];
}
