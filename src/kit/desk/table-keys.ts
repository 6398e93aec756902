import type { KeyboardEvent } from 'react';

interface TableKeys {
  /** Keys of the rows in the order shown. */
  keys: readonly (string | number)[];
  /** Brings a row of a virtual table into being before it is focused. */
  reveal(key: string | number): void;
  onOpen?: ((key: string | number) => void) | undefined;
  onToggle?: ((key: string | number) => void) | undefined;
}

/**
 * Keyboard of a table: arrows, Home and End walk the rows, Enter opens, space picks. Focus moves in the document and
 * not through React, because rendering a wide table for every step is slow (ecosystem T12).
 */
export function tableKeyDown(event: KeyboardEvent<HTMLElement>, { keys, reveal, onOpen, onToggle }: TableKeys): void {
  const { target, currentTarget } = event;
  const onRow = target instanceof HTMLElement && (target === currentTarget || target.dataset.rowKey !== undefined);
  if (!onRow || event.nativeEvent.isComposing) return;
  const at = keys.findIndex((key) => String(key) === target.dataset.rowKey);
  const key = keys[at];
  if (event.key === 'Enter' && key !== undefined && onOpen) onOpen(key);
  else if (event.key === ' ' && key !== undefined && onToggle) onToggle(key);
  else {
    const to = stepOf(event.key, at, keys.length);
    const next = to === undefined ? undefined : keys[to];
    if (next === undefined) return;
    focusRow(currentTarget, next, reveal);
  }
  event.preventDefault();
}

function stepOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function focusRow(table: HTMLElement, key: string | number, reveal: TableKeys['reveal']): void {
  const find = () => table.querySelector<HTMLElement>(`[data-row-key=${JSON.stringify(String(key))}]`);
  const row = find();
  if (row) {
    row.focus();
    return;
  }
  reveal(key);
  requestAnimationFrame(() => find()?.focus());
}
