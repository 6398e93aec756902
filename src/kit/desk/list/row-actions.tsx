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

/** How many actions a row shows by themselves. */
export const mostShown = 3;
/** Names where the others are. */
export const moreLabel = '更多';

/** What of the actions stands in the row; the rest is behind `moreLabel`. */
export const shownActions = (actions: readonly RowAction[]): readonly RowAction[] =>
  actions.length > mostShown ? actions.slice(0, 2) : actions;

/** The 操作 cell: three at most, the rest under 更多. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const shown = shownActions(actions);
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
              {moreLabel}
            </button>
          }
        >
          <MoreActions actions={more} />
        </Suspense>
      )}
    </span>
  );
}
