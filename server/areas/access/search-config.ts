import { z } from 'zod';
import { type SearchField, searchConfig, searchPages } from '#contract/areas/access/search-config.ts';
import { fieldOf, searchLabels } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Registry } from '#server/kit/registry.ts';

/** Serves what the access-control pages may be searched by, read off the definitions of their lists. */
export function serveSearchConfig(registry: Registry): void {
  registry.read(
    searchConfig,
    z.strictObject({ page_key: z.string().max(limits.name) }),
    async (_context, { page_key }) => {
      const definition = Object.hasOwn(searchPages, page_key) ? searchPages[page_key] : undefined;
      if (!definition) throw new Refusal('notFound');
      return { fields: searchFields(definition) };
    },
  );
}

/** The search box, then the filters in their order. */
function searchFields(definition: AnyDefinition): SearchField[] {
  const words = searchLabels(definition).join('、');
  const keyword: SearchField = { key: 'keyword', label: words, type: 'keyword', options: [] };
  return [keyword, ...definition.list.filters.map((name) => searchField(definition, name))];
}

function searchField(definition: AnyDefinition, name: string): SearchField {
  const field = fieldOf(definition, name);
  const numeric = field.kind.name === 'choice';
  const options = Object.entries(field.choices ?? {}).map(([code, label]) => ({
    value: numeric ? Number(code) : code,
    label,
  }));
  const target = field.target?.();
  const [segment] = target?.calls.options ?? [];
  return {
    key: name,
    label: field.label,
    type: field.kind.name,
    options,
    ...(target && segment ? { options_path: `${target.group}/${segment}` } : {}),
  };
}
