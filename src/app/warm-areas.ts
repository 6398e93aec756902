import type { QueryClient } from '@tanstack/react-query';
import type { MenuNode } from '#contract/areas/access/calls.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { readSession } from '#src/platform/session.ts';
import { pathOf } from './menu/menu-tree.ts';

/**
 * The areas whose screens this device shall hold beyond the shell (reference pwa §1.2, tier B): on the desk those in the
 * person's menu, by the names of `build/warm.ts`; in the warehouse mode none, which has everything it needs already.
 */
export function areasToWarm(queries: QueryClient, here: string = location.pathname): string[] {
  if (here === '/hand' || here.startsWith('/hand/')) return [];
  const menu = queries.getQueryData<MenuNode[]>(['menu', readSession()?.uid ?? 0]) ?? [];
  return menu.length === 0 ? [] : ['desk', ...areasOf(menu)];
}

const areas = import.meta.glob<readonly RouteRow[]>('../areas/*/routes.ts', { eager: true, import: 'routes' });

function areasOf(menu: readonly MenuNode[]): string[] {
  const paths = new Set(flat(menu).map((node) => pathOf(node.url)));
  return Object.entries(areas)
    .filter(([, rows]) => rows.some((row) => paths.has(row.path)))
    .map(([file]) => file.split('/').at(-2) ?? '');
}

function flat(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.childNode)]);
}
