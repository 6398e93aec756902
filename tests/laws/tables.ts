import { type AnyDefinition, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import { isTest, type SourceFile } from './source.ts';

/** What the files of an area say of a table in SQL. */
export interface TableUse {
  readonly area: string;
  readonly path: string;
  readonly table: string;
  readonly writes: boolean;
}

/** Names of all tables and views that the migrations make. */
export function tablesMade(migrations: readonly SourceFile[]): ReadonlySet<string> {
  return new Set(
    migrations.flatMap(({ text }) =>
      [...text.matchAll(/create (?:unlogged )?(?:table|(?:or replace )?view) (?:if not exists )?([a-z_0-9]+)/g)].map(
        ([, name = '']) => name,
      ),
    ),
  );
}

/** Where the SQL of the areas reads or writes a table; comments say nothing. */
export function tableUses(tree: readonly SourceFile[], tables: ReadonlySet<string>): TableUse[] {
  return tree.flatMap(({ path, text }) => {
    const area = /^server\/areas\/([^/]+)\//.exec(path)?.[1];
    if (area === undefined || isTest(path)) return [];
    return [...text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '').matchAll(statement)].flatMap(
      ([, verb = '', table = '']) =>
        tables.has(table) ? [{ area, path, table, writes: /^(?:insert|update|delete|merge)/.test(verb) }] : [],
    );
  });
}

const statement = /\b(insert into|update|delete from|merge into|from|join|using)\s+([a-z_0-9]+)\b/g;

/**
 * Whose a table is: the area that declares it in the contract; where no definition does, the one area that writes it. Undefined for
 * what the floors below the areas keep.
 */
export function ownersOf(tree: readonly SourceFile[], definitions: readonly AnyDefinition[]): Map<string, string> {
  const declared = tree.flatMap(({ path, text }) => {
    const area = /^contract\/areas\/([^/]+)\//.exec(path)?.[1];
    if (area === undefined || isTest(path)) return [];
    return [...text.matchAll(/= (?:document|entity)\(\s*'(\w+)'/g)].map(([, name = '']) => ({ name, area }));
  });
  return new Map(
    declared.flatMap(({ name, area }) => {
      const definition = definitions.find((one) => one.name === name);
      return [
        [tableOf({ name }), area] as const,
        ...(definition?.lines ? [[linesTableOf(definition), area] as const] : []),
      ];
    }),
  );
}

/** Tables that an area writes though they are another's, and tables that several areas write: one sentence each. */
export function foreignWrites(
  uses: readonly TableUse[],
  owners: ReadonlyMap<string, string>,
  kept: Readonly<Record<string, string>>,
): string[] {
  const writers = new Map<string, Set<string>>();
  for (const { area, table, writes } of uses)
    if (writes) writers.set(table, (writers.get(table) ?? new Set()).add(area));
  return [...writers].flatMap(([table, areas]) => {
    const owner = kept[table] ?? owners.get(table);
    const others = [...areas].filter((area) => (owner === undefined ? areas.size > 1 : area !== owner));
    return others.map((area) => `${area} writes ${table}${owner === undefined ? '' : `, which is ${owner}'s`}`);
  });
}

/** Which areas read whose tables, a line for each pair: `purchasing reads goods: sku, spu`. */
export function foreignReads(uses: readonly TableUse[], owners: ReadonlyMap<string, string>): string[] {
  const pairs = new Map<string, Set<string>>();
  for (const { area, table } of uses) {
    const owner = owners.get(table);
    if (owner === undefined || owner === area) continue;
    const pair = `${area} reads ${owner}`;
    pairs.set(pair, (pairs.get(pair) ?? new Set()).add(table));
  }
  return [...pairs].map(([pair, tables]) => `${pair}: ${[...tables].toSorted().join(', ')}`).toSorted();
}
