import type { Area } from './area.ts';
import type { Call } from './call.ts';
import type { AnyDefinition } from './definition.ts';
import { maskKeys } from './mask.ts';
import { calledSteps } from './transition.ts';

/** A leaf of the menu: a screen with everything that hangs on it (forms, details, audits, prints). */
export interface MenuScreen {
  readonly route: `/${string}`;
  readonly name: string;
  /** Permission keys of the screen and of the routes below it: what a role is given, and what the screen's buttons ask. */
  readonly keys: readonly string[];
  /** Keys of what the screen reads first; who holds none of them finds it closed, and sees no entry. */
  readonly opens: readonly string[];
}

/** A group of the menu, as the area that opens it says it. */
export interface MenuGroupHead {
  /** Not an address: groups only open and close. `/data` also decides over the button 新建 (specification §2). */
  readonly url: `/${string}`;
  readonly name: string;
  /** Place among the groups of domain.md §10.2, so that later groups find theirs free. */
  readonly order: number;
  /** Name of an icon. */
  readonly style: string;
}

/** Keys, or how they are found among what all areas have: for a screen that belongs to all of them. */
export type MenuKeys = readonly string[] | ((areas: readonly Area[]) => readonly string[]);

/** A screen as its area says it: in which group it stands, and at which place of domain.md §10.2. */
export interface MenuEntry {
  readonly group: `/${string}`;
  readonly order: number;
  readonly route: `/${string}`;
  readonly name: string;
  readonly opens: MenuKeys;
  readonly keys: MenuKeys;
}

/** The key of a definition's list. */
export function listOf({ calls }: AnyDefinition): string[] {
  return calls.list ? [calls.list[1]] : [];
}

/** Every key that the calls, steps and fields of definitions ask for. */
export function keysOf(...definitions: AnyDefinition[]): string[] {
  const accesses = definitions.flatMap((definition) => [
    ...Object.values(definition.calls).map(([, access]) => access),
    ...calledSteps(definition).map(({ access }) => access),
    ...(definition.bulk ? [definition.bulk.access] : []),
    ...maskKeys(definition),
  ]);
  return [...new Set(accesses)].filter((access) => access.includes(':'));
}

/** The keys of calls. */
export function keysOfCalls(calls: Readonly<Record<string, Pick<Call, 'access'>>>): string[] {
  return [...new Set(Object.values(calls).map(({ access }) => access))].filter((access) => access.includes(':'));
}
