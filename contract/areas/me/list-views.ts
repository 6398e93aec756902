import { command, query } from '../../kit/call.ts';

/** How a person wants the columns of one table: their order, which are hidden, which stay in view, how wide. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Those that stay in view; the table's own choice until a person makes one. */
  readonly pinned?: readonly string[] | undefined;
  /** Pixels by column name. */
  readonly widths: Readonly<Record<string, number>>;
}

/** What a view of a list remembers: what is asked, in which order, and the columns (decision 0038). */
export interface ViewContent {
  /** Under their wire names; a long list of values by its id (decision 0039). */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly keyword: string;
  /** Empty: the definition's own order. */
  readonly sort: string;
  readonly columns: ColumnChoice;
}

/** A view that a person may use: their own, or one shared with a role of theirs. */
export interface SavedView extends ViewContent {
  readonly id: number;
  /** Name of the definition whose list it is of. */
  readonly list: string;
  readonly name: string;
  readonly version: number;
  /** Who shared it; null for one's own. */
  readonly owner: string | null;
  /** The roles that one's own is shared with; of those of others nothing is said. */
  readonly roles: readonly number[];
}

/** What a person has chosen for one table outside any view. */
export interface TableChoice {
  /** Null until something is chosen. */
  readonly columns: ColumnChoice | null;
  /** The view that the list opens with. */
  readonly default_view: number | null;
  /** Grows with every change; of two answers the one with the larger number is the later one. */
  readonly version: number;
}

/** Everything a browser needs to open lists as their person wants them. */
export interface OwnViews {
  readonly views: readonly SavedView[];
  /** By name of the table. */
  readonly tables: Readonly<Record<string, TableChoice>>;
  /** May this person share views with roles? */
  readonly may_share: boolean;
}

/** Under which name views are read and written. */
export const listViews = { name: 'listViews' } as const;

const own = { service: 'erp', access: 'login' } as const;

export const viewsCall = query<Record<string, never>, OwnViews>({ ...own, path: '/v1/view/own' });

/** Makes a view, or with `id` puts new content into one's own: the last one counts. */
export const saveViewCall = command<
  { id: number; content: ViewContent } | { list: string; name: string; content: ViewContent },
  { id: number; version: number }
>({ ...own, path: '/v1/view/save' });

export const renameViewCall = command<{ id: number; name: string }, { id: number; version: number }>({
  ...own,
  path: '/v1/view/rename',
});

export const removeViewCall = command<{ id: number }, { id: number }>({ ...own, path: '/v1/view/remove' });

/** The view that a list opens with from now on: one's own, a shared one, or none. */
export const setDefaultViewCall = command<{ list: string; view: number | null }, { version: number }>({
  ...own,
  path: '/v1/view/setDefault',
});

/** Keeps the columns of a table outside any view; null forgets the choice. The last one counts. */
export const saveColumnsCall = command<{ table: string; columns: ColumnChoice | null }, { version: number }>({
  ...own,
  path: '/v1/view/saveColumns',
});

/** Shows one's own view to everybody who holds one of these roles, and to nobody else any more. */
export const shareViewCall = command<{ id: number; role_ids: number[] }, { id: number; version: number }>({
  service: 'erp',
  path: '/v1/view/share',
  access: 'view:share',
});

/** The roles that a view may be shared with. */
export const viewRolesCall = query<Record<string, never>, { list: { id: number; name: string }[] }>({
  service: 'erp',
  path: '/v1/view/roles',
  access: 'view:share',
});
