import { type ComponentType, lazy } from 'react';
import type * as ListTools from './list-tools.ts';

type Tools = typeof ListTools;

// Selects, inputs and menus are a third of what a list is made of, and its rows need none of them: they are read once the rows are drawn.
const tool = <Props extends object>(pick: (tools: Tools) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await import('./list-tools.ts')) }));

export const ColumnSettings = tool(({ ColumnSettings: one }) => one);
export const ExportButton = tool(({ ExportButton: one }) => one);
export const FilterBar = tool(({ FilterBar: one }) => one);
export const Pagination = tool(({ Pagination: one }) => one);
export const ViewButton = tool(({ ViewButton: one }) => one);
