import type { MenuNode } from '#contract/areas/access/calls.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { readSession } from '#src/platform/session.ts';
import { askMenu } from './menu/menu-query.ts';
import { pathOf } from './menu/menu-tree.ts';
import type { Services } from './services.ts';

/**
 * The areas whose screens this device shall hold beyond the shell (reference pwa §1.2, tier B): on the desk those in the
 * person's menu, by the names of `src/build/warm.ts`; in the warehouse mode what a camera reads with, where there may be one.
 */
export async function areasToWarm(services: Services, here: string = location.pathname): Promise<string[]> {
  const uid = readSession()?.uid;
  if (uid === undefined) return [];
  if (here === '/hand' || here.startsWith('/hand/')) return ['handheld'];
  await askMenu(services);
  const menu = services.queries.getQueryData<MenuNode[]>(['menu', uid]) ?? [];
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
