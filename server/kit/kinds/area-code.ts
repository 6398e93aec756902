import { sql } from 'kysely';
import { areaPrefix } from '#contract/kit/kinds/area-code.ts';
import type { Storage } from '../storage.ts';

/** Without a foreign key: a record keeps its code when the country gives the area another. A save looks the code up. */
export const areaCodeStorage: Storage = {
  column: (name) => `text check (char_length(${name}) <= 16)`,
  where(column, { value }) {
    if (value === undefined) return [];
    const within = ([value].flat() as string[]).map((code) => `${areaPrefix(code)}%`);
    return [sql<boolean>`${column} like any(${within}::text[])`];
  },
};
