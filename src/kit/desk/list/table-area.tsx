import { type ComponentProps, lazy, type MouseEvent, Suspense, useState } from 'react';
import type { MenuAsked } from './table-menu.tsx';
import type { TableView } from './table-place.ts';
import { tellWhole } from './whole-text.ts';

// Loads when somebody first asks for it.
const TableMenu = lazy(async () => ({ default: (await import('./table-menu.tsx')).TableMenu }));

interface TableAreaProps extends ComponentProps<'div'> {
  view: Omit<TableView, 'box'>;
}

/** The ground of a table: its menu under the right button, and the whole text of what is cut off. */
export function TableArea({ view, children, ...rest }: TableAreaProps) {
  const [asked, setAsked] = useState<MenuAsked | null>(null);
  const ask = (event: MouseEvent<HTMLDivElement>) => {
    const { target, currentTarget, clientX, clientY } = event;
    // A marked text and an input have the browser's own menu.
    if (!(target instanceof Element) || !target.closest('.ant-table-cell') || target.matches('input,textarea')) return;
    if (getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    setAsked({ target, box: currentTarget, x: clientX, y: clientY });
  };
  return (
    <div {...rest} onContextMenu={ask} onPointerOver={tellWhole}>
      {children}
      {asked && (
        <Suspense>
          <TableMenu view={view} asked={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  );
}
