import { mayBeName, mayBeSpelled } from '#contract/areas/shell/search.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';

/** A screen that the palette opens. */
export interface Screen {
  readonly path: string;
  readonly name: string;
  /** The menu group it stands in; empty on the top floor. */
  readonly group: string;
  /** Leads to the second-generation application: a full-page jump. */
  readonly jump: boolean;
}

/** A screen among the results; `marked` is the part of its name that the text stands for, first to last letter. */
export interface Ranked {
  readonly screen: Screen;
  readonly marked: readonly [number, number] | null;
}

/** Where a text stands in a name, in Chinese, pinyin or initials: first and last letter; false where it does not. */
export type Match = (name: string, text: string) => [number, number] | false;

/** Every screen of a person: those of their menu, then their own pages and the warehouse mode, which stand in no menu. */
export function screensOf(menu: readonly MenuEntry[], rows: readonly RouteRow[]): Screen[] {
  const listed = menu.flatMap((entry) =>
    entry.children.length > 0 ? entry.children.flatMap((child) => screenOf(child, entry.name)) : screenOf(entry, ''),
  );
  const own = rows
    .filter(({ path }) => path === '/hand' || /^\/me(\/|$)/.test(path))
    .filter(({ path }) => !listed.some((screen) => screen.path === path))
    .map(({ path, title }) => ({ path, name: title, group: '', jump: false }));
  return [...listed, ...own];
}

/** The screens for a text, the best first. Without a text: those opened last, then all others in the menu's order. */
export function rankScreens(
  screens: readonly Screen[],
  { text, recent, match }: { text: string; recent: readonly string[]; match: Match },
): Ranked[] {
  const age = ({ path }: Screen) => (recent.includes(path) ? recent.indexOf(path) : recent.length);
  const wanted = text.trim();
  const found = screens.flatMap((screen): Ranked[] => {
    if (wanted === '') return [{ screen, marked: null }];
    const marked = match(screen.name, wanted);
    return marked ? [{ screen, marked }] : [];
  });
  // The order within equals is that of the menu: sorting is stable.
  return found.sort((one, other) => startOf(one) - startOf(other) || age(one.screen) - age(other.screen));
}

/** A text that may be a number of a document or of goods: what a scan or Enter waits for. */
export function mayBeNumber(text: string): boolean {
  return /^[\x21-\x7e]{3,64}$/.test(text) && /\d/.test(text);
}

/** A text that records are looked for by: a number, or what goods and partners are named by. Anything else is a screen or an action. */
export function isSought(text: string): boolean {
  return mayBeNumber(text) || mayBeName(text) || mayBeSpelled(text);
}

/** What a scan opens: the one record with this very number, else the one there is. */
export function singleHit<T extends { exact: boolean }>(list: readonly T[]): T | undefined {
  const exact = list.filter((one) => one.exact);
  const hits = exact.length > 0 ? exact : list;
  return hits.length === 1 ? hits[0] : undefined;
}

/** A name that begins with the text stands before one that has it further on. */
function startOf({ marked }: Ranked): number {
  return marked === null || marked[0] === 0 ? 0 : 1;
}

function screenOf({ path, name, jump }: MenuEntry, group: string): Screen[] {
  return path === null ? [] : [{ path, name, group, jump }];
}
