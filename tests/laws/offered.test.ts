import { describe, expect, it } from 'vitest';
import { mayOpen, menu } from '#contract/areas/access/menu.ts';
import { keysOfRole, roles } from '#contract/areas/access/roles.ts';
import { areas } from '#contract/areas.ts';
import type { Places } from '#contract/kit/place.ts';
import { serveEverything } from '#server/application.ts';
import { permissionKeys } from '#server/areas/access/sync-roles.ts';
import { Numbers } from '#server/kit/numbering.ts';
import type { RecordBlocks } from '#src/engine/record-blocks.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { filesOf, type Modules, type Offer, offersIn } from './offered.ts';
import { isTest, readTree } from './source.ts';

// What is hidden from everybody is not built. A page asks the keys of the entry of the menu that it stands under, not all
// that a person holds: a key that the entry lacks hides what the page offers, whoever asks.

const modules: Modules = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, unknown>>(['../../contract/**/*.ts', '!**/*.test.ts'], { eager: true }),
  ).map(([path, module]) => [path.replace('../../', ''), module]),
);
const routeFiles = import.meta.glob<{ routes: readonly RouteRow[] }>('../../src/areas/*/routes.ts', { eager: true });
const blockFiles = import.meta.glob<{ blocks: RecordBlocks }>('../../src/areas/*/record-blocks.ts', { eager: true });
const code = readTree(['src/areas'], /\.tsx?$/).filter(({ path }) => !isTest(path));
const files = new Map(code.map((file) => [file.path, file]));
const screens = menu.flatMap((group) => group.screens);
const keys = permissionKeys(serveEverything(new Numbers(undefined as never)).registry);
const people = roles
  .filter((role) => role.code !== 'channel' && role.code !== 'super')
  .map(({ code: name }) => keysOfRole(name, keys));
const admin = keysOfRole('super', keys);

const rows = Object.values(routeFiles).flatMap(({ routes }) => routes);
const rowAt = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.path, row]));

/** The entry of the menu whose keys a page asks: its own, or that of the page above it. */
function entryOf(path: string): (typeof screens)[number] | undefined {
  const own = screens.find(({ route }) => route === path);
  const above = rowAt.get(path)?.parent ?? rowAt.get(path)?.under;
  return own ?? (above === undefined ? undefined : entryOf(above));
}

const firstFiles = new Map(
  readTree(['src/areas'], /\/routes\.ts$/).flatMap(({ path, text }) =>
    [...text.matchAll(/path: '([^']+)',[\s\S]*?import\('\.\/([^']+)'\)/g)].map(([, at = '', file = '']) => [
      at,
      `${path.slice(0, path.lastIndexOf('/'))}/${file}`,
    ]),
  ),
);

/** Who sees this offer on the page at `path`: whoever may open it and holds the key, where the entry carries it. */
function seen({ key }: Offer, path: string, held: ReadonlySet<string>): boolean {
  if (key === undefined || !held.has(key)) return false;
  // The warehouse mode has no menu: it is entered by whoever may open one of its documents at a desk.
  const entries = path.startsWith(handMode) ? screens : [entryOf(path)].filter((entry) => entry !== undefined);
  return entries.some((entry) => mayOpen(entry, held) && entry.keys.includes(key));
}

const handMode = '/hand/';

const isSeen = ({ offer, path }: Placed): boolean =>
  seen(offer, path, admin) && people.some((held) => seen(offer, path, held));

interface Placed {
  readonly path: string;
  readonly offer: Offer;
}

const offersOf = new Map(code.map((file) => [file.path, offersIn(file, modules)]));
const everything: Placed[] = [...firstFiles].flatMap(([path, first]) =>
  filesOf(first, files).flatMap((file) => (offersOf.get(file.path) ?? []).map((offer) => ({ path, offer }))),
);
const offered = everything.filter(({ offer }) => offer.key !== undefined);
const told = ({ path, offer }: Placed): string => `${path}: ${offer.words} asks ${offer.key} (${offer.path})`;

// Looked through by hand: the keys stand in lists that the page goes through.
const inLists = [
  'src/areas/access/role/use-role-switch.tsx call.access',
  'src/areas/goods/members-drawer.tsx removing.call.access',
  'src/areas/goods/members-drawer.tsx adding.call.access',
  'src/areas/members/detail.tsx access',
  'src/areas/ops/audit.tsx calls.export.access',
  'src/areas/tasks/import/import-page.tsx access',
  'src/areas/tasks/bulk/batch-list.tsx definition.bulk?.access',
  'src/areas/tasks/bulk/batch-list.tsx definition.calls.edit?.[1]',
  'src/areas/warehouse/stocktaking/list.tsx found.access',
];

describe('what a page offers', () => {
  it('is seen by a role of the demo and by admin, on every page that asks for it', () => {
    expect(offered.filter(({ offer }) => offer.meant).length).toBeGreaterThan(100);
    expect([...new Set(offered.filter((one) => one.offer.meant && !isSeen(one)).map(told))]).toEqual([]);
  });

  it('with a whole definition is seen on one of the pages of the definition', () => {
    const somewhere = new Set(offered.filter(isSeen).map(({ offer }) => offer.key));
    expect([...new Set(offered.filter(({ offer }) => !somewhere.has(offer.key)).map(told))]).toEqual([]);
  });

  it('says its key with words of the agreement', () => {
    const unheard = everything.filter(({ offer }) => offer.key === undefined).map(({ offer }) => offer);
    expect([...new Set(unheard.map(({ path, words }) => `${path} ${words}`))].toSorted()).toEqual(inLists.toSorted());
  });

  it('stands on a page that has an entry in the menu', () => {
    expect(
      [...new Set(offered.map(({ path }) => path))].filter((path) => !path.startsWith(handMode) && !entryOf(path)),
    ).toEqual([]);
  });

  it('on the page of a record of another area is seen on the page of the record', () => {
    const places: Places = Object.assign({}, ...areas.map(({ places: own }) => own));
    const hidden = Object.values(blockFiles).flatMap(({ blocks }) =>
      Object.entries(blocks).flatMap(([name, own]) =>
        own
          .map(({ key, access }): Placed => {
            const path = places[name]?.record.split('?')[0] ?? '';
            return { path, offer: { path: 'record-blocks.ts', words: key, key: access, meant: true } };
          })
          .filter((one) => !isSeen(one)),
      ),
    );
    expect(hidden.map(told)).toEqual([]);
  });
});

describe('the law', () => {
  const fields = 'contract/areas/a/thing.ts';
  const thing = { calls: { edit: ['/edit', 'thing:edit'] }, fields: {}, transitions: {} };
  const keysIn = (text: string): (string | undefined)[] =>
    offersIn(
      { path: 'src/areas/a/page.tsx', text: `import { thing } from '#${fields}';\n${text}` },
      {
        [fields]: { thing },
      },
    ).map(({ key }) => key);

  it.each([
    ['a question', `const may = useMayUse(); const a = may(thing.calls.edit?.[1]);`],
    ['a question at once', `const a = useMayUse()(thing.calls.edit?.[1]);`],
    ['a key in words', `const a = useAllowed('thing:edit');`],
    ['a way on', `const a = { label: 'A', access: thing.calls.edit?.[1] };`],
    ['a word of the file', `const key = thing.calls.edit[1];\nconst a = () => useAllowed(key);`],
    ['a page', `const a = <DetailPage definition={thing} />;`],
  ])('hears %s', (_what, text) => {
    expect(keysIn(text)).toEqual(['thing:edit']);
  });

  it('finds what an entry lacks', () => {
    const offer: Offer = { path: 'src/areas/a.tsx', words: 'a', key: 'admin:edit', meant: true };
    expect(isSeen({ path: '/storage/stockList', offer })).toBe(false);
    expect(isSeen({ path: '/admin/addStaf', offer })).toBe(true);
  });
});
