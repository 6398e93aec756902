import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Branch, rowsOf, type TreeRow } from './branch.ts';
import { treeMove } from './tree-keys.ts';
import { type Box, TreeLine } from './tree-line.tsx';
import { type Draggable, useDrag } from './use-drag.ts';
import { rowHeight, useWindow } from './use-window.ts';
import './tree.css';

export interface VirtualTreeProps<T> {
  /** Name for those who hear the page. */
  label: string;
  roots: readonly Branch<T>[];
  open: ReadonlySet<string>;
  onFold(key: string, open: boolean): void;
  /** The chosen line, of a tree one chooses in. */
  chosen?: string | null;
  onChoose?(branch: Branch<T>): void;
  /** Boxes, in a tree one ticks in. */
  boxOf?(branch: Branch<T>): Box;
  onCheck?(branch: Branch<T>): void;
  draggable?: Draggable | undefined;
  /** What stands on a line. */
  draw(row: TreeRow<T>): ReactNode;
  /** Plain words of a line, as it is heard. */
  words(value: T): string;
}

/** A tree of any size: only what is in sight is drawn; all of it by keyboard (ARIA tree pattern), with boxes or dragging. */
export function VirtualTree<T>(props: VirtualTreeProps<T>) {
  const { label, roots, open, onFold, chosen = null, onChoose, boxOf, onCheck, draw, words } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(roots, open), [roots, open]);
  const [active, setActive] = useState<string | null>(chosen);
  const window = useWindow(box, rows.length);
  const drag = useDrag(props.draggable, (key) => onFold(key, true));
  // A line that closed or was searched away gives its place to the first.
  const at = Math.max(
    0,
    rows.findIndex((row) => row.branch.key === active),
  );
  const domId = (key: string) => `${id}-${key}`;

  const { reveal } = window;
  const chosenAt = rows.findIndex((row) => row.branch.key === chosen);
  useEffect(() => {
    if (chosenAt >= 0) reveal(chosenAt);
  }, [chosenAt, reveal]);

  const check = (branch: Branch<T>) => {
    if (boxOf?.(branch).rests === undefined) onCheck?.(branch);
  };
  const take = (branch: Branch<T>) => {
    if (!boxOf) onChoose?.(branch);
    else if (branch.children.length === 0) check(branch);
    else onFold(branch.key, !open.has(branch.key));
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const move = treeMove(rows, rows[at]?.branch.key ?? null, event.key);
    const branch = rows[at]?.branch;
    if (!move || !branch) return;
    event.preventDefault();
    if ('to' in move) {
      setActive(move.to);
      reveal(rows.findIndex((row) => row.branch.key === move.to));
    } else if ('fold' in move) onFold(move.fold, move.open);
    else if (move.act === 'check' && boxOf) check(branch);
    else take(branch);
  };
  const click = (event: React.MouseEvent) => {
    const target = event.target as Element;
    const line = target.closest<HTMLElement>('[data-line]');
    const row = rows.find((one) => one.branch.key === line?.dataset.line);
    if (!row || target.closest('button,a')) return;
    setActive(row.branch.key);
    if (target.closest('[data-fold]')) {
      if (row.open !== null) onFold(row.branch.key, !row.open);
    } else if (target.closest('[data-box]')) check(row.branch);
    else take(row.branch);
  };

  return (
    <div
      ref={box}
      className="tree"
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rows[at] && at >= window.from && at < window.to ? domId(rows[at].branch.key) : undefined}
      aria-multiselectable={boxOf ? true : undefined}
      onKeyDown={press}
      onClick={click}
    >
      <div role="none" className="tree-whole" style={{ blockSize: rows.length * rowHeight }}>
        {rows.slice(window.from, window.to).map((row, index) => (
          <TreeLine
            key={row.branch.key}
            id={domId(row.branch.key)}
            row={row}
            top={(window.from + index) * rowHeight}
            name={words(row.branch.value)}
            active={window.from + index === at}
            chosen={row.branch.key === chosen}
            box={boxOf?.(row.branch)}
            moving={drag.source === row.branch.key}
            over={drag.over?.key === row.branch.key ? drag.over.drop : undefined}
            handlers={drag.handlers(row.branch.key, row.open === false)}
          >
            {draw(row)}
          </TreeLine>
        ))}
      </div>
    </div>
  );
}
