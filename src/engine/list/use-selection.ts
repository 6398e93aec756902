import { useCallback, useMemo, useState } from 'react';
import type { Row } from '../row.ts';

/** Rows a person has picked, over several pages. */
export interface Selection {
  readonly ids: readonly number[];
  readonly rows: readonly Row[];
  /** Replaces the picks among `shown` by `picked`; picks on other pages stay. */
  pick(picked: readonly Row[], shown: readonly Row[]): void;
  clear(): void;
}

/** Picks of a list; emptied when `about` (what the list is asked) changes, for then they are out of sight. */
export function useSelection(about: string): Selection {
  const [kept, setKept] = useState<{ about: string; rows: readonly Row[] }>({ about, rows: [] });
  const rows = kept.about === about ? kept.rows : none;
  const pick = useCallback(
    (picked: readonly Row[], shown: readonly Row[]) => {
      const visible = new Set(shown.map((row) => row.id));
      setKept((before) => {
        const others = before.about === about ? before.rows.filter((row) => !visible.has(row.id)) : [];
        return { about, rows: [...others, ...picked] };
      });
    },
    [about],
  );
  const clear = useCallback(() => setKept({ about, rows: [] }), [about]);
  return useMemo(() => ({ ids: rows.map((row) => row.id), rows, pick, clear }), [rows, pick, clear]);
}

/** The same picks; those in sight as they stand in the rows of now, for a step is taken on the version that a person sees. */
export function withRowsOfNow(selection: Selection, shown: readonly Row[]): Selection {
  if (selection.rows.length === 0) return selection;
  const now = new Map(shown.map((row) => [row.id, row]));
  return { ...selection, rows: selection.rows.map((row) => now.get(row.id) ?? row) };
}

const none: readonly Row[] = [];
