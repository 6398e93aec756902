import type { PersonRights } from '#contract/areas/access/rights.ts';

/** One line of the comparison: what it is, and how it stands with each person; empty for whoever has nothing of it. */
export interface RightsRow {
  readonly words: string;
  readonly of: readonly string[];
}

export interface RightsPart {
  readonly title: string;
  readonly rows: readonly RightsRow[];
}

/** What people may do and see, line by line; with `differing` only what is not the same with all of them. */
export function rightsParts(people: readonly PersonRights[], differing: boolean): RightsPart[] {
  const part = (title: string, lists: readonly ReadonlyMap<string, string>[]): RightsPart => {
    const words = [...new Set(lists.flatMap((list) => [...list.keys()]))];
    const kept = differing ? words.filter((word) => !lists.every((list) => list.has(word))) : words;
    return { title, rows: kept.map((word) => ({ words: word, of: lists.map((list) => list.get(word) ?? '') })) };
  };
  const plain = (names: readonly string[], word: string) => new Map(names.map((name) => [name, word]));
  return [
    part(
      '角色',
      people.map(({ roles }) => plain(roles, '有')),
    ),
    part(
      '数据范围',
      people.map(({ scope }) => plain(scopeWords(scope), '可见')),
    ),
    part(
      '看不到的字段',
      people.map(({ hidden }) => plain(hidden, '看不到')),
    ),
    part(
      '权限',
      people.map(
        ({ permissions }) =>
          new Map(permissions.map(({ key, name, roles }) => [`${name}（${key}）`, roles.join('、')])),
      ),
    ),
  ];
}

function scopeWords(scope: PersonRights['scope']): string[] {
  if (scope === 'everything') return ['全部数据'];
  if (scope.length === 0) return [];
  return scope.map((rule) =>
    rule
      .map(({ label, names, total }) => {
        const more = total > names.length ? `${names.length > 0 ? ' 等 ' : ''}${total} 个` : '';
        return `${label}：${names.join('、')}${more}`;
      })
      .join('；'),
  );
}
