import { lazy, Suspense } from 'react';

// The rows of a list do not wait for menus.
const MoreActions = lazy(async () => ({ default: (await import('./more-actions.tsx')).MoreActions }));

/** Something that can be done with one row. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  run(): void;
}

/** The 操作 cell: three at most, the rest under 更多. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const shown = actions.length > 3 ? actions.slice(0, 2) : actions;
  const more = actions.slice(shown.length);
  return (
    <span className="desk-row-actions">
      {shown.map((action) => (
        <button
          key={action.key}
          type="button"
          className={action.danger ? 'desk-link desk-link-danger' : 'desk-link'}
          disabled={action.disabled ?? false}
          onClick={action.run}
        >
          {action.label}
        </button>
      ))}
      {more.length > 0 && (
        <Suspense
          fallback={
            <button type="button" className="desk-link">
              更多
            </button>
          }
        >
          <MoreActions actions={more} />
        </Suspense>
      )}
    </span>
  );
}
