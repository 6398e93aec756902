import { createContext, useContext, useEffect } from 'react';

/** What a page tells the frame around it, and what the frame answers. */
export interface PageHost {
  /** What identifies the page among the open ones; null where there are none, and then nothing of it is kept. */
  readonly key: string | null;
  /**
   * True when the page may be left for this address without asking: its state is kept, or a person has agreed to lose it.
   * `replaces`: the new page takes its place, so that nothing of it could be kept.
   */
  mayLeave(to: { readonly pathname: string; readonly search: string }, replaces: boolean): boolean;
  /** A person has agreed to lose what is unsaved on the page: whatever is kept of it is forgotten, and no more is. */
  discard(): void;
  /** They have agreed. */
  isDiscarded(): boolean;
  /** Whether something on the page is not saved. */
  setDirty(dirty: boolean): void;
  /** What the page shows: the number or name of its record. */
  setName(name: string): void;
  /** The person is done with the page: its tab goes with the next step. */
  finish(): void;
  /** They stay after all. */
  stay(): void;
  /** The page is shown beside another one, which is told when a step of its record was taken. */
  readonly beside?: { taken(): void };
}

const nobody: PageHost = {
  key: null,
  mayLeave: () => false,
  discard() {},
  isDiscarded: () => false,
  setDirty() {},
  setName() {},
  finish() {},
  stay() {},
};

const Context = createContext<PageHost>(nobody);

/** Puts a page's host around it. */
export const PageProvider = Context.Provider;

/** The frame around this page; one that listens to nothing where there are no tabs. */
export function usePage(): PageHost {
  return useContext(Context);
}

/** Names the open page after what it shows, once that is known. */
export function usePageName(name: string | null | undefined): void {
  const page = usePage();
  useEffect(() => {
    if (name) page.setName(name);
  }, [page, name]);
}
