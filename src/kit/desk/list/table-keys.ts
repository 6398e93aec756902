import type { KeyboardEvent } from 'react';
import type { ShortcutGroup } from '../../shortcuts.ts';

type RowKey = string | number;

interface TableKeys {
  /** Keys of the rows in the order shown. */
  keys: readonly RowKey[];
  /** Brings a row of a virtual table into being before it is focused. */
  reveal(key: RowKey): void;
  onOpen?: ((key: RowKey) => void) | undefined;
  onToggle?: ((key: RowKey) => void) | undefined;
  /** Copies what has the focus: a cell or a row. */
  onCopy(focused: HTMLElement): void;
}

/**
 * Keyboard of a table: arrows, Home, End and the page keys walk the rows, left and right the cells of one, Enter opens,
 * space picks, Ctrl+C copies. Focus moves in the document and not through React, because rendering a wide table for
 * every step is slow (ecosystem T12).
 */
export function tableKeyDown(event: KeyboardEvent<HTMLElement>, table: TableKeys): void {
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || event.nativeEvent.isComposing) return;
  const row = rowOf(target);
  if (!row && target !== currentTarget) return;
  if (event.ctrlKey || event.metaKey) {
    // A marked text is copied by the browser.
    if (event.key.toLowerCase() !== 'c' || !row || getSelection()?.isCollapsed === false) return;
    table.onCopy(target);
  } else if (event.altKey || !pressed(event.key, { table, box: currentTarget, target, row })) return;
  event.preventDefault();
}

/** What the keys above do, for people. */
export const tableShortcuts: ShortcutGroup = {
  name: '表格',
  keys: [
    ['↑ ↓ ← →', '走到另一行、另一格'],
    ['PageUp PageDown', '翻一屏'],
    ['Home End', '第一行、最后一行'],
    ['Enter', '打开一行'],
    ['空格', '选中一行'],
    ['Ctrl C', '复制一格或一行'],
  ],
};

interface FocusedCell {
  table: TableKeys;
  box: HTMLElement;
  target: HTMLElement;
  row: HTMLElement | null;
}

// True when the key means something here.
function pressed(name: string, { table, box, target, row }: FocusedCell): boolean {
  const { keys, onOpen, onToggle } = table;
  const at = row ? keys.findIndex((key) => String(key) === row.dataset['rowKey']) : -1;
  const key = keys[at];
  if (name === 'Enter' || name === ' ') {
    const act = name === 'Enter' ? onOpen : onToggle;
    if (key === undefined || !act) return false;
    act(key);
    return true;
  }
  const column = row && target !== row ? [...row.children].indexOf(target) : -1;
  if (row && (name === 'ArrowRight' || name === 'ArrowLeft')) {
    focusCell(row, column + (name === 'ArrowRight' ? 1 : -1));
    return true;
  }
  const to = stepOf(name, { at, count: keys.length, page: rowsInView(box, row) });
  const next = to === undefined ? undefined : keys[to];
  if (next === undefined) return false;
  focusRow(box, next, { reveal: table.reveal, column });
  return true;
}

function rowOf(target: HTMLElement): HTMLElement | null {
  if (target.dataset['rowKey'] !== undefined) return target;
  return target.matches('.ant-table-cell') ? target.closest<HTMLElement>('[data-row-key]') : null;
}

function stepOf(name: string, { at, count, page }: { at: number; count: number; page: number }): number | undefined {
  if (name === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (name === 'ArrowUp') return Math.max(at - 1, 0);
  if (name === 'PageDown') return Math.min(at + page, count - 1);
  if (name === 'PageUp') return Math.max(at - page, 0);
  if (name === 'Home') return 0;
  return name === 'End' ? count - 1 : undefined;
}

function rowsInView(box: HTMLElement, row: HTMLElement | null): number {
  const rows = Math.floor(box.clientHeight / (row?.offsetHeight || 36)) - 2;
  return Math.max(1, rows > 0 ? rows : 10);
}

// Left of the first cell is the row itself.
function focusCell(row: HTMLElement, column: number): void {
  const cell = column < 0 ? row : row.children[Math.min(column, row.children.length - 1)];
  if (!(cell instanceof HTMLElement)) return;
  if (!cell.hasAttribute('tabindex')) cell.tabIndex = -1;
  cell.focus();
}

function focusRow(
  box: HTMLElement,
  key: RowKey,
  { reveal, column }: { reveal: TableKeys['reveal']; column: number },
): void {
  const find = () => box.querySelector<HTMLElement>(`[data-row-key=${JSON.stringify(String(key))}]`);
  const row = find();
  if (row) {
    focusCell(row, column);
    return;
  }
  reveal(key);
  requestAnimationFrame(() => {
    const shown = find();
    if (shown) focusCell(shown, column);
  });
}
