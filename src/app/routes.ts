import type { RouteRow } from '#src/engine/route-row.ts';
import { shellRoutes } from './shell-routes.ts';

/**
 * Every route of the product: the shell's own and those of the areas. An area joins by exporting `routes` from
 * `src/areas/<area>/routes.ts`; nothing else has to be told.
 */
export const routes: readonly RouteRow[] = [...shellRoutes, ...areaRoutes()];

function areaRoutes(): RouteRow[] {
  const areas = import.meta.glob<readonly RouteRow[]>('../areas/*/routes.ts', { eager: true, import: 'routes' });
  return Object.values(areas).flat();
}
