import type { MenuNode } from '#contract/areas/access/calls.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { innerAddress } from '../routing/return-address.ts';

/** An entry as the menu draws it. */
export interface MenuEntry {
  /** Of the menu node; 0 for the 首页 that the browser prepends. */
  id: number;
  name: string;
  /** One character of the name, for the closed menu; differs from those of its neighbours where it can. */
  mark: string;
  /** Name of its icon; null where the server names none. */
  icon: string | null;
  /** Where it leads; null for a group. */
  path: string | null;
  /** Leads to the second-generation application: a full-page jump. */
  jump: boolean;
  children: MenuEntry[];
}

/**
 * The menu out of the server's tree (specification §1, §2): 首页 is prepended if it is missing, an entry's path is its url
 * without the two leading characters, an `ev2` entry is a path of the second-generation application. Entries that lead nowhere are left out.
 */
export function buildMenu(nodes: readonly MenuNode[]): MenuEntry[] {
  const entries = inOrder(nodes).flatMap(entryOf);
  const hasHome = entries.some(
    (entry) => entry.name === homeName || (entry.path !== null && homePaths.includes(entry.path)),
  );
  return marked(hasHome ? entries : [home, ...entries]);
}

/** The path that an entry's url stands for; null when there is none. */
export function pathOf(url: string): string | null {
  return innerAddress(url.slice(2));
}

/** The menu entry that is lit for a path (specification §2): its own, else that of its parent route, or its parent's. */
export function litEntry(
  path: string,
  { rows, menu }: { rows: readonly RouteRow[]; menu: readonly MenuEntry[] },
): MenuEntry | null {
  const leaves = menu.flatMap((entry) => [entry, ...entry.children]);
  for (const at of chainOf(path, rows)) {
    const entry = leaves.find((leaf) => leaf.path === at && !leaf.jump);
    if (entry) return entry;
  }
  return null;
}

/** A path and those of its parent routes, each once though they may run in a circle. */
export function chainOf(path: string, rows: readonly RouteRow[]): string[] {
  const chain = new Set<string>();
  for (let at: string | undefined = path === '/' ? homePaths[0] : path; at && !chain.has(at); at = parentOf(at, rows))
    chain.add(at);
  return [...chain];
}

/** The group that an entry stands in; null on the top floor. */
export function groupOf(entry: MenuEntry | null, menu: readonly MenuEntry[]): MenuEntry | null {
  return menu.find((group) => entry !== null && group.children.includes(entry)) ?? null;
}

const homeName = '首页';
const homePaths = ['/dashboard/index', '/'];
const home: MenuEntry = {
  id: 0,
  name: homeName,
  mark: '首',
  icon: 'home',
  path: '/dashboard/index',
  jump: false,
  children: [],
};

function parentOf(path: string, rows: readonly RouteRow[]): string | undefined {
  const row = rows.find((one) => one.path === path);
  return row?.parent ?? row?.under;
}

function inOrder(nodes: readonly MenuNode[]): MenuNode[] {
  return [...nodes].sort((one, other) => one.order - other.order || one.id - other.id);
}

function entryOf(node: MenuNode): MenuEntry[] {
  const children = inOrder(node.childNode).flatMap(entryOf);
  // A group's url is a key and no address; only what has no children leads anywhere.
  const path = node.childNode.length > 0 ? null : pathOf(node.url);
  if (path === null && children.length === 0) return [];
  return [{ id: node.id, name: node.name, mark: '', icon: node.style, path, jump: node.style === 'ev2', children }];
}

/** 商品管理, 商品工具 → 商, 工: a letter that no name before has, else one that no mark is, else the first. */
function marked(entries: readonly MenuEntry[]): MenuEntry[] {
  const taken = new Set<string>();
  let before = '';
  return entries.map((entry) => {
    const letters = Array.from(entry.name);
    const isNew = (letter: string) => !before.includes(letter);
    const mark = letters.find(isNew) ?? letters.find((letter) => !taken.has(letter)) ?? letters[0] ?? '';
    taken.add(mark);
    before += entry.name;
    return { ...entry, mark };
  });
}
