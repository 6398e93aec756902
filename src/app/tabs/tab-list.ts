import type { RouteRow } from '#src/engine/route-row.ts';

/** An open page of the office. */
export interface Tab {
  /** Path and the record on it: what makes two addresses the same page. */
  readonly key: string;
  readonly path: string;
  /** Where it stands, filters included. */
  readonly address: string;
  /** The number or name of its record; empty while unknown. */
  readonly name: string;
  /** Grows with each visit; the smallest has not been looked at for longest. */
  readonly turn: number;
}

/** A page that has just come into view. */
export interface Visit {
  readonly pathname: string;
  readonly search: string;
  /** Key of the page that was in view before; empty at the start. */
  readonly from: string;
  /** It took the place of the page before, which goes. */
  readonly replaces: boolean;
}

/** Tabs open at once; beyond it the one not looked at for longest goes. */
export const mostTabs = 20;

/** Pages whose state is held at once; of a page beyond it that may sleep, only address and scroll are kept. */
export const mostAwake = 10;

export const homePath = '/dashboard/index';

/** What identifies a page: its path, and the record it shows. Both addresses of 首页 are one. */
export function keyOf(pathname: string, search: string): string {
  if (pathname === '/') return homePath;
  const id = new URLSearchParams(search).get('id');
  return id === null ? pathname : `${pathname}?id=${id}`;
}

export const home: Tab = { key: homePath, path: homePath, address: homePath, name: '', turn: 0 };

/** The list after a visit: an open page moves to where it now stands, a new one joins. 首页 is always first. */
export function visited(list: readonly Tab[], visit: Visit, unsaved: readonly string[]): readonly Tab[] {
  const key = keyOf(visit.pathname, visit.search);
  const turn = Math.max(0, ...list.map((tab) => tab.turn)) + 1;
  const address = visit.pathname + visit.search;
  const known = list.find((tab) => tab.key === key);
  const tab: Tab = known ? { ...known, address, turn } : { key, path: visit.pathname, address, name: '', turn };
  const gone = visit.replaces && visit.from !== key && visit.from !== homePath ? visit.from : undefined;
  const place = known ? key : gone;
  const next = list.some((one) => one.key === place)
    ? list.map((one) => (one.key === place ? tab : one)).filter((one) => one.key !== gone)
    : [...list, tab];
  return shortened(next, [homePath, key, ...unsaved]);
}

/** The tab that comes into view when this one closes: the one looked at last. */
export function nextAfter(list: readonly Tab[], key: string): Tab {
  return list.filter((tab) => tab.key !== key).reduce((last, tab) => (tab.turn > last.turn ? tab : last), home);
}

/** The pages that stay awake with the one in view: those still open, without the ones not looked at for longest where they are too many. */
export function stillAwake(given: {
  awake: readonly string[];
  current: string;
  open: readonly Tab[];
  /** A page that never sleeps: what is on it would be lost. */
  staying: (key: string) => boolean;
}): readonly string[] {
  const { awake, current, open, staying } = given;
  const turns = new Map(open.map((tab) => [tab.key, tab.turn]));
  const next = awake.filter((key) => key === current || turns.has(key));
  if (!next.includes(current)) next.push(current);
  const tired = next
    .filter((key) => key !== current && !staying(key))
    .sort((one, other) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0))
    .slice(0, Math.max(0, next.length - mostAwake));
  return next.filter((key) => !tired.includes(key));
}

/** What closing from a tab closes: all others, those to the right of it, or all. */
export type Beside = 'others' | 'right' | 'all';

/** Keys that closing would close; 首页 stays. */
export function keysBeside(list: readonly Tab[], key: string, which: Beside): string[] {
  const from = which === 'right' ? list.findIndex((tab) => tab.key === key) + 1 : 0;
  const staying = which === 'all' ? homePath : key;
  return list.slice(from).flatMap((tab) => (tab.key === staying || tab.key === homePath ? [] : [tab.key]));
}

/** The kept list of an earlier load of this browser tab; 首页 alone where it is none. Pages that are no more are left out. */
export function restored(text: string | null, rows: readonly Pick<RouteRow, 'path'>[]): readonly Tab[] {
  const kept = parsed(text).filter((tab) => rows.some((row) => row.path === tab.path));
  return kept[0]?.key === homePath ? kept : [home, ...kept.filter((tab) => tab.key !== homePath)];
}

function shortened(list: readonly Tab[], staying: readonly string[]): readonly Tab[] {
  if (list.length <= mostTabs) return list;
  const [oldest] = list.filter((tab) => !staying.includes(tab.key)).sort((one, other) => one.turn - other.turn);
  return oldest ? list.filter((tab) => tab !== oldest) : list;
}

function parsed(text: string | null): Tab[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isTab) : [];
  } catch {
    // Written by something else: no tabs of ours.
    return [];
  }
}

function isTab(value: unknown): value is Tab {
  if (typeof value !== 'object' || value === null) return false;
  const { key, path, address, name, turn } = value as Record<string, unknown>;
  return [key, path, address, name].every((text) => typeof text === 'string') && Number.isFinite(turn);
}
