/** What stands around the rows of a list, read as one file: see deferred-tools.ts. */
export { ColumnSettings } from './column-settings.tsx';
export { ExportButton } from './export-button.tsx';
export { FilterBar } from './filter-bar.tsx';
export { Pagination } from './pagination.tsx';
export { ViewButton } from './view-button.tsx';
