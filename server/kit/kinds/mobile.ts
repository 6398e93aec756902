import { sql } from 'kysely';
import type { Storage } from '../storage.ts';
import { textStorage } from './text.ts';

/** A text; of what is no number of this country nothing but its end is shown, whatever an import brought. */
export const mobileStorage: Storage = {
  ...textStorage,
  inPart: (column) =>
    sql`case when ${column} ~ '^1[0-9]{10}$' then left(${column}, 3) || '****' || right(${column}, 4) when ${column} <> '' then '****' || right(${column}, 2) end`,
};
