import { ColumnSettings } from './column-settings.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Pagination } from './pagination.tsx';
import { StatusTabs } from './status-tabs.tsx';
import { ViewButton } from './view-button.tsx';

/** What stands around the rows of a list, read as one file (deferred-tools.ts). */
export const listTools = { ColumnSettings, ExportButton, FilterBar, Pagination, StatusTabs, ViewButton } as const;
