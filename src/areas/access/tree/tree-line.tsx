import type { ReactNode } from 'react';
import type { TreeRow } from './branch.ts';
import type { Drop } from './moves.ts';

/** The box before a line: its state, and why it cannot be pressed. */
export interface Box {
  readonly state: 'all' | 'some' | 'none';
  readonly rests?: string | undefined;
}

interface TreeLineProps<T> {
  id: string;
  row: TreeRow<T>;
  /** Pixels from the top of the whole tree. */
  top: number;
  name: string;
  /** The keyboard stands here. */
  active: boolean;
  chosen: boolean;
  box: Box | undefined;
  /** On its way to another place. */
  moving: boolean;
  /** Where the one on its way would come to stand. */
  over: Drop | undefined;
  handlers: Record<string, unknown>;
  children: ReactNode;
}

/** One line of a tree. It takes neither keys nor clicks: the tree around it does, for all lines at once. */
export function TreeLine<T>({ id, row, top, name, box, handlers, children, ...look }: TreeLineProps<T>) {
  const marks = [
    look.active && 'tree-line-active',
    look.chosen && 'tree-line-chosen',
    look.moving && 'tree-line-moving',
    look.over && `tree-line-${look.over}`,
    box?.rests !== undefined && 'tree-line-rests',
  ].filter(Boolean);
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      data-line={row.branch.key}
      className={['tree-line', ...marks].join(' ')}
      style={{ insetBlockStart: top, paddingInlineStart: 6 + row.depth * 20 }}
      aria-level={row.depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.of}
      aria-expanded={row.open ?? undefined}
      aria-label={box?.rests === undefined ? name : `${name}，${box.rests}`}
      aria-checked={box && (box.state === 'some' ? 'mixed' : box.state === 'all')}
      aria-selected={box ? undefined : look.chosen}
      aria-disabled={box?.rests === undefined ? undefined : true}
      title={box?.rests}
      {...handlers}
    >
      <span data-fold="" className={`tree-fold tree-fold-${foldOf(row.open)}`} aria-hidden="true" />
      {box && <span data-box="" className={`tree-box tree-box-${box.state}`} aria-hidden="true" />}
      {children}
    </div>
  );
}

function foldOf(open: boolean | null): string {
  if (open === null) return 'none';
  return open ? 'open' : 'closed';
}
