import type { KeyboardEvent } from 'react';
import type { ShortcutGroup } from '../../shortcuts.ts';

interface Lines {
  /** Keys of the lines in the order shown. */
  keys: readonly string[];
  /** Brings a line of a long sheet into being before it is focused. */
  reveal(key: string): void;
}

/** The inputs of a sheet that may be used, line by line. */
export function cellsOf(box: HTMLElement | null): HTMLInputElement[] {
  return [...(box?.querySelectorAll<HTMLInputElement>('[data-cell] input:not([disabled])') ?? [])];
}

/**
 * The arrows in a sheet, as in a spreadsheet: up and down in the same column, left and right where the text ends. An open
 * list of options keeps its arrows, and Alt with an arrow opens one.
 */
export function walkCells(event: KeyboardEvent<HTMLElement>, { keys, reveal }: Lines): void {
  const { target, currentTarget, key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (
    !(target instanceof HTMLInputElement) ||
    altKey ||
    shiftKey ||
    ctrlKey ||
    metaKey ||
    event.nativeEvent.isComposing
  )
    return;
  const cell = target.closest<HTMLElement>('[data-cell]');
  if (!cell || target.getAttribute('aria-expanded') === 'true') return;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const by = key === 'ArrowLeft' ? -1 : 1;
    if (!isAtEdge(target, by)) return;
    const cells = cellsOf(currentTarget);
    enter(cells[cells.indexOf(target) + by]);
  } else {
    const next = keys[keys.indexOf(cell.dataset['line'] ?? '') + (key === 'ArrowUp' ? -1 : 1)];
    if (next === undefined) return;
    const find = () =>
      cellsOf(currentTarget).find((input) => {
        const around = input.closest<HTMLElement>('[data-cell]');
        return around?.dataset['line'] === next && around.dataset['cell'] === cell.dataset['cell'];
      });
    if (find()) enter(find());
    else {
      reveal(next);
      requestAnimationFrame(() => enter(find()));
    }
  }
  event.preventDefault();
  event.stopPropagation();
}

/** What the keys of a sheet do, for people; Enter and pasting are taken by the sheet itself. */
export const sheetShortcuts: ShortcutGroup = {
  name: '明细',
  keys: [
    ['↑ ↓ ← →', '走到旁边一格'],
    ['Enter', '下一格；最后一格新增一行'],
    ['Ctrl V', '从 Excel 粘贴多行'],
  ],
};

// With all of it marked, as it is after a step, an arrow goes on at once.
function isAtEdge({ value, selectionStart, selectionEnd }: HTMLInputElement, by: number): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return selectionStart === selectionEnd && selectionStart === (by < 0 ? 0 : value.length);
}

function enter(input: HTMLInputElement | undefined): void {
  input?.focus();
  input?.select();
}
