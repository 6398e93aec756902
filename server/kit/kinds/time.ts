import { type RawBuilder, sql } from 'kysely';
import type { Storage } from '../storage.ts';
import { between } from './conditions.ts';

export const dateStorage: Storage = {
  column: () => 'date',
  where: between,
  printed: (column) => ({ value: sql`to_char(${column}, 'YYYY-MM-DD')`, shape: 'code' }),
};

export const timeStorage: Storage = {
  column: () => 'timestamptz',
  where: between,
  printed: (column) => ({ value: sql`to_char(${inShanghai(column)}, 'YYYY-MM-DD HH24:MI')`, shape: 'code' }),
};

/** The clock on the wall there (domain.md §12), which has had no summer time since 1991: a fixed offset is looked up in no table. */
const inShanghai = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`${column} at time zone interval '8 hours'`;
