import { sql } from 'kysely';
import type { Storage } from '../storage.ts';
import { contains } from './conditions.ts';

/** What stands in a file for people says that there is one: the path leads nowhere without a token. */
export const pictureStorage: Storage = {
  column: (name) => `text check (${name} ~ '^/get/[0-9a-f]{32}$')`,
  where: contains,
  printed: (column) => ({ value: sql`case when ${column} is not null then '有图片' end`, shape: 'code' }),
};
