import { useCallback } from 'react';
import type { ColumnChoice, SavedView } from '#contract/areas/me/list-views.ts';
import { chooseColumns, columnsIn, untouched, useOwnViews } from '../own-views.ts';

export interface ColumnChoices {
  readonly choice: ColumnChoice;
  /** Names in the chosen order; columns that came with a newer build stand at the end. */
  arrange(names: readonly string[]): string[];
  choose(change: Partial<ColumnChoice>): void;
  reset(): void;
}

/** Column settings of a table: those of the view that it shows, else the person's own, which follow them to the next device. */
export function useColumns(table: string, view?: SavedView): ColumnChoices {
  const choice = useOwnViews((state) => columnsIn(state, table, view));
  const choose = useCallback(
    (change: Partial<ColumnChoice>) =>
      chooseColumns(table, { ...columnsIn(useOwnViews.getState(), table, view), ...change }, view),
    [table, view],
  );
  const reset = useCallback(() => chooseColumns(table, view ? untouched : null, view), [table, view]);
  const arrange = useCallback((names: readonly string[]) => arranged(names, choice.order), [choice]);
  return { choice, arrange, choose, reset };
}

/** The columns of a table that a person has not hidden, in the order they chose, as they are at this moment. */
export function chosenNames(table: string, names: readonly string[], view?: SavedView): string[] {
  const { order, hidden } = columnsIn(useOwnViews.getState(), table, view);
  return arranged(names, order).filter((name) => !hidden.includes(name));
}

function arranged(names: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => !known.includes(name))];
}
