import { useCallback, useState } from 'react';
import { getStored, removeStored, setStored } from '#src/platform/storage.ts';

/** How a person wants the columns of one table: their order, which are hidden, how wide. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pixels by column name. */
  readonly widths: Readonly<Record<string, number>>;
}

export interface ColumnChoices {
  readonly choice: ColumnChoice;
  /** Names in the chosen order; columns that came with a newer build stand at the end. */
  arrange(names: readonly string[]): string[];
  choose(change: Partial<ColumnChoice>): void;
  reset(): void;
}

/** Column settings of a table, kept on this machine under `table`; they outlive a sign-out like the machine itself. */
export function useColumns(table: string): ColumnChoices {
  const key = `device:columns:${table}`;
  const [choice, setChoice] = useState<ColumnChoice>(() => readChoice(key));
  const choose = useCallback(
    (change: Partial<ColumnChoice>) => {
      setChoice((before) => {
        const next = { ...before, ...change };
        setStored(key, next);
        return next;
      });
    },
    [key],
  );
  const reset = useCallback(() => {
    removeStored(key);
    setChoice(untouched);
  }, [key]);
  return { choice, arrange: (names) => arranged(names, choice.order), choose, reset };
}

const untouched: ColumnChoice = { order: [], hidden: [], widths: {} };

function readChoice(key: string): ColumnChoice {
  const kept = getStored<ColumnChoice>(key);
  return kept.found === 'value' ? { ...untouched, ...kept.value } : untouched;
}

function arranged(names: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => !known.includes(name))];
}
