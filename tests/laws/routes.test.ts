import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '#src/app/routes.ts';
import { routeLines } from '#src/build/route-lines.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { houseRoot } from './source.ts';
import { type SpecifiedRoute, specifiedRoutes } from './specified-routes.ts';

/** Addresses of ours besides the 232: the warehouse mode, a person's own settings, operations (design §4); the page of a supplier's link (decision 0098). */
const besides: readonly string[] = [
  '/hand',
  '/hand/queue',
  '/hand/sheet/:id',
  '/hand/count/:id/:zone',
  '/hand/inbound/:id',
  '/hand/pick/:id',
  '/hand/sign/:id',
  '/hand/order/:id',
  '/hand/reader',
  '/hand/look',
  '/hand/imperfect',
  '/hand/settings',
  '/hand/shift',
  '/me',
  '/ops/check',
  '/ops/config',
  '/ops/audit',
  '/ops/secondFactor',
  '/ops/sessions',
  '/ops/rights',
  '/ops/health',
  '/ops/api',
  '/ops/import',
  '/ops/pushRefusals',
  '/ops/rules',
  '/ops/finance',
  '/login/bill',
];

const present = new Map(routes.map((row) => [row.path as string, row]));

describe('the route table', () => {
  it('knows the 232 addresses of the specification once each', () => {
    expect(new Set(specifiedRoutes.map((route) => route.path)).size).toBe(232);
    expect(specifiedRoutes).toHaveLength(232);
  });

  it('has no address twice, and nothing that catches all', () => {
    expect(routes.map((row) => row.path).filter((path, index, all) => all.indexOf(path) !== index)).toEqual([]);
    expect(routes.filter((row) => row.path.includes('*')).map((row) => row.path)).toEqual([]);
  });

  it('has every address of the specification', () => {
    expect(specifiedRoutes.map((route) => route.path).filter((path) => !present.has(path))).toEqual([]);
  });

  it('has nothing besides but what is listed here, under the places set aside for it', () => {
    const known = new Set(specifiedRoutes.map((route) => route.path));
    expect(
      routes
        .map((row) => row.path as string)
        .filter((path) => !known.has(path))
        .sort(),
    ).toEqual(besides.toSorted());
    expect(besides.filter((path) => !/^\/(hand|me|ops|login)(\/|$)/.test(path))).toEqual([]);
  });

  it('gives each address the login, parent and keep-alive that the specification gives it', () => {
    expect(specifiedRoutes.flatMap((route) => differences(route, present.get(route.path)))).toEqual([]);
  });

  it('names every screen, and lights menu entries that exist or will', () => {
    const known = new Set([...specifiedRoutes.map((route) => route.path), ...besides]);
    expect(routes.filter((row) => row.title.trim() === '').map((row) => row.path)).toEqual([]);
    expect(routes.filter((row) => row.parent !== undefined && !known.has(row.parent)).map((row) => row.path)).toEqual(
      [],
    );
  });
});

describe('the lists that are asked while their code comes', () => {
  const lines = routeLines(houseRoot);

  it('are read by the build off every route there is', () => {
    expect(lines.map(({ path }) => path).toSorted()).toEqual(routes.map((row) => row.path as string).toSorted());
  });

  it('are those of the list pages, each under the name of its definition', () => {
    const shown = lines.map(({ path, screen }) => [path, listOf(readFileSync(`${houseRoot}${screen}`, 'utf8'))]);
    expect(lines.map(({ path, lists }) => [path, lists])).toEqual(shown);
    expect(shown.filter(([, name]) => name !== undefined).length).toBeGreaterThan(8);
  });

  it('sees a list page, one of a definition that the page has narrowed, and none with filters of its own', () => {
    expect(listOf('<Card definition={brand} />')).toBeUndefined();
    expect(listOf('<ListPage fixed={{ spu_id }} definition={brand} />')).toBeUndefined();
    expect(listOf('return <MasterPage definition={brand} newAt="/x" />;')).toBe('brand');
    expect(listOf('const own: AnyDefinition = {\n  ...staff,\n};\n<ListPage\n definition={own}\n/>')).toBe('staff');
  });
});

/** Name of the definition whose list a screen opens with. */
function listOf(screen: string): string | undefined {
  const page = /<(?:ListPage|MasterPage|DrawerPage)\b[^>]*?\bdefinition=\{(\w+)\}/.exec(screen);
  if (!page || /<(?:ListPage|DrawerPage)\b[^>]*?\bfixed=/.test(screen)) return undefined;
  return new RegExp(`const ${page[1]}\\b[^=]*= \\{\\s*\\.\\.\\.(\\w+)`).exec(screen)?.[1] ?? page[1];
}

describe('the check itself', () => {
  const screen: RouteRow['screen'] = async () => ({ Screen: () => null });
  const specified: SpecifiedRoute = {
    path: '/shops/brandNew',
    needLogin: true,
    keepAlive: false,
    parent: '/shops/addBrands',
  };

  it.each([
    ['an open door', { needLogin: false }, 'needLogin'],
    ['a screen kept alive', { keepAlive: true }, 'keepAlive'],
    ['another parent', { parent: '/shops/addUnit' as const }, 'parent'],
  ])('finds %s', (_name, change, words) => {
    const row: RouteRow = {
      path: '/shops/brandNew',
      title: '新增品牌',
      needLogin: true,
      keepAlive: false,
      parent: '/shops/addBrands',
      screen,
      ...change,
    };
    expect(differences(specified, row).join()).toContain(words);
  });
});

// Where the specification is silent about the parent, the one that domain/routes.csv suggests may stand.
function differences(route: SpecifiedRoute, row: RouteRow | undefined): string[] {
  if (!row) return [];
  const parents = route.parent === undefined ? [undefined, route.suggested] : [route.parent];
  return [
    ...(row.needLogin === route.needLogin ? [] : [`${route.path}: needLogin should be ${route.needLogin}`]),
    ...(row.keepAlive === route.keepAlive ? [] : [`${route.path}: keepAlive should be ${route.keepAlive}`]),
    ...(parents.includes(row.parent)
      ? []
      : [`${route.path}: parent should be ${parents.filter(Boolean).join(' or ') || 'left out'}`]),
  ];
}
