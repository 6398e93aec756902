import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** What the build has to know of a route (src/engine/route-row.ts). */
export interface RouteLine {
  readonly path: string;
  /** File of its screen, from the root of the project. */
  readonly screen: string;
  /** Name of the definition whose list it opens with. */
  readonly lists?: string;
}

/** Every route of the web application, read from the files that declare them: their code belongs to a browser. */
export function routeLines(root: string): RouteLine[] {
  const areas = readdirSync(join(root, 'src/areas')).map((area) => `src/areas/${area}/routes.ts`);
  return ['src/app/shell-routes.ts', ...areas].flatMap((file) =>
    readRoutes(file, readFileSync(join(root, file), 'utf8')),
  );
}

/** The routes in the text of one file; throws where one is written in another way than all are. */
export function readRoutes(file: string, text: string): RouteLine[] {
  const [, ...rows] = text.split(/[ {]path: (?=')/);
  return rows.map((row) => {
    const path = /^'([^']+)'/.exec(row)?.[1];
    const screen = /\bscreen: \(\) => import\('([^']+)'\)/.exec(row)?.[1];
    if (path === undefined || screen === undefined) throw new Error(`${file} has a route that cannot be read: ${row}`);
    const lists = /\blists: '([^']+)'/.exec(row)?.[1];
    return { path, screen: posix.join(posix.dirname(file), screen), ...(lists === undefined ? {} : { lists }) };
  });
}
