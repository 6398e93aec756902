import { type ComponentType, lazy } from 'react';
import type { listTools } from './list-tools.ts';

// Selects, inputs and menus are a third of what a list is made of, and its rows need none of them: they are read once the rows are drawn.
const tool = <Props extends object>(pick: (tools: typeof listTools) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick((await import('./list-tools.ts')).listTools) }));

export const ColumnSettings = tool((tools) => tools.ColumnSettings);
export const ExportButton = tool((tools) => tools.ExportButton);
export const FilterBar = tool((tools) => tools.FilterBar);
export const Pagination = tool((tools) => tools.Pagination);
export const ViewButton = tool((tools) => tools.ViewButton);
export const StatusTabs = tool((tools) => tools.StatusTabs);
