import type { PointerEvent } from 'react';

/** Cells that are cut off say all of it when pointed at; those that are whole say nothing twice. */
export function tellWhole({ target, currentTarget }: PointerEvent<HTMLElement>): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.ant-table-cell') : null;
  if (!cell || !currentTarget.contains(cell)) return;
  const cut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    (part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0,
  );
  const words = cell.textContent.trim();
  if (cut && words !== '') cell.title = words;
  else cell.removeAttribute('title');
}
