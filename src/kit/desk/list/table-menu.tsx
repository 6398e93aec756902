import { Dropdown } from 'antd';
import { copyCell, copyColumn, copyRows } from './table-copy.ts';
import { placeOf, type TableView } from './table-place.ts';

/** Where the menu was asked for; both zero where no pointer asked. */
export interface MenuAsked {
  readonly target: Element;
  readonly box: HTMLElement;
  readonly x: number;
  readonly y: number;
}

interface TableMenuProps {
  view: Omit<TableView, 'box'>;
  asked: MenuAsked;
  onClose(): void;
}

/** What can be copied at one place of a table: the cell, its row, its column, the picked rows. */
export function TableMenu({ view: shown, asked, onClose }: TableMenuProps) {
  const { target, box, x, y } = asked;
  const view = { ...shown, box };
  const { column, row } = placeOf(view, target);
  // The browser's own menu would have opened it elsewhere.
  const link = target.closest('a')?.href;
  const { left, bottom } = target.getBoundingClientRect();
  const spot =
    x === 0 && y === 0
      ? { insetInlineStart: left, insetBlockStart: bottom }
      : { insetInlineStart: x, insetBlockStart: y };
  const items: { key: string; label: string; run(): unknown }[] = [];
  if (link !== undefined)
    items.push({ key: 'open', label: '在新标签页打开', run: () => open(link, '_blank', 'noopener') });
  if (column && row) items.push({ key: 'cell', label: '复制单元格', run: () => copyCell(view, { column, row }) });
  if (row) items.push({ key: 'row', label: '复制本行', run: () => copyRows(view, [row]) });
  if (column)
    items.push({ key: 'column', label: `复制本列（${view.rows.length} 行）`, run: () => copyColumn(view, column) });
  if (view.picked.length > 0)
    items.push({ key: 'picked', label: `复制选中 ${view.picked.length} 行`, run: () => copyRows(view, view.picked) });
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomLeft"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      menu={{
        items: items.map(({ key, label }) => ({ key, label })),
        onClick: ({ key }) => {
          onClose();
          void items.find((item) => item.key === key)?.run();
        },
      }}
    >
      <span className="desk-menu-spot" style={spot} />
    </Dropdown>
  );
}
