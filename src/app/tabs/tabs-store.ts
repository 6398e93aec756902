import { create } from 'zustand';
import type { RouteRow } from '#src/engine/route-row.ts';
import { keepInTab, readTab } from '#src/platform/tab-storage.ts';
import { useSession } from '../session/sign-in-state.ts';
import { keepFocusOf } from './page-focus.ts';
import { keepScrollOf } from './page-scroll.ts';
import { keyOf, restored, type Tab, type Visit, visited } from './tab-list.ts';

interface Tabs {
  /** Whose they are; null while nobody is signed in. */
  uid: number | null;
  list: readonly Tab[];
  /** Key of the page in view. */
  current: string;
  /** Pages with unsaved changes. */
  unsaved: readonly string[];
  /** A person has agreed to lose what is unsaved on this page. */
  released: string | null;
  /** A person is done with this page: its tab goes with the next step. */
  finished: string | null;
  /** How often each page was told to start anew. */
  restarts: Readonly<Record<string, number>>;
}

const nothing: Tabs = {
  uid: null,
  list: [],
  current: '',
  unsaved: [],
  released: null,
  finished: null,
  restarts: {},
};

/** The open pages of the person signed in, kept for this tab of the browser. */
export const useTabs = create<Tabs>(() => nothing);

/** Takes up what this person had open. Does nothing when they are in already. */
export function beginTabs(uid: number, rows: readonly RouteRow[]): void {
  if (useTabs.getState().uid !== uid)
    useTabs.setState({ ...nothing, uid, list: restored(readTab(storedAt(uid)), rows) });
}

/** A page has come into view; the one before keeps its unsaved changes, unless its tab has gone. */
export function visitTab(visit: Omit<Visit, 'from'>): void {
  useTabs.setState((tabs) => {
    const current = keyOf(visit.pathname, visit.search);
    const { current: from } = tabs;
    const replaces = visit.replaces || (tabs.finished !== null && tabs.finished === from);
    const list = visited(tabs.list, { ...visit, from, replaces }, tabs.unsaved);
    const stillOpen = (key: string) => list.some((tab) => tab.key === key);
    const unsaved = tabs.unsaved.filter(stillOpen);
    return from === current ? { list } : { list, current, unsaved, released: null, finished: null };
  });
  keep();
}

/** Closes pages that are not in view. */
export function dropTabs(keys: readonly string[]): void {
  useTabs.setState(({ list, unsaved }) => ({
    list: list.filter((tab) => !keys.includes(tab.key)),
    unsaved: unsaved.filter((key) => !keys.includes(key)),
  }));
  keep();
}

/** Starts a page anew: whatever was typed on it is gone, and what is typed from now on is guarded again. */
export function restartTab(key: string): void {
  useTabs.setState(({ restarts, unsaved }) => ({
    restarts: { ...restarts, [key]: (restarts[key] ?? 0) + 1 },
    unsaved: unsaved.filter((one) => one !== key),
    released: null,
  }));
}

/** Names a tab after its record. */
export function nameTab(key: string, name: string): void {
  useTabs.setState(({ list }) => ({ list: list.map((tab) => (tab.key === key ? { ...tab, name } : tab)) }));
  keep();
}

/** Hears of each loss that a person has agreed to; the answer stops that. */
export function onDiscard(listener: (keys: readonly string[]) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A person has agreed to lose what is unsaved on these pages. */
export function discardChanges(keys: readonly string[]): void {
  for (const listener of listeners) listener(keys);
}

const listeners = new Set<(keys: readonly string[]) => void>();

/** Notes whether a page has unsaved changes. A page out of view cannot change: what it says while it goes is not heard. */
export function setUnsaved(key: string, unsaved: boolean): void {
  const tabs = useTabs.getState();
  if (tabs.current !== key || tabs.unsaved.includes(key) === unsaved) return;
  useTabs.setState({ unsaved: unsaved ? [...tabs.unsaved, key] : tabs.unsaved.filter((one) => one !== key) });
}

// Signing out forgets all: what the next person opens begins empty.
useSession.subscribe(({ session }) => {
  if (useTabs.getState().uid !== (session?.uid ?? null)) useTabs.setState(nothing);
});

const storedAt = (uid: number): string => `tabs/${uid}`;

function keep(): void {
  const { uid, list } = useTabs.getState();
  keepScrollOf(list.map((tab) => tab.key));
  keepFocusOf(list.map((tab) => tab.key));
  if (uid !== null) keepInTab(storedAt(uid), JSON.stringify(list));
}
