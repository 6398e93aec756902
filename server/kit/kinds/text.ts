import { sql } from 'kysely';
import { limits } from '#contract/kit/limits.ts';
import type { Storage } from '../storage.ts';
import { contains, sharing } from './conditions.ts';

export const textStorage: Storage = {
  column: (name, field) => `text check (char_length(${name}) <= ${field.most ?? limits.name})`,
  where: contains,
};

export const proseStorage: Storage = {
  column: (name, field) => `text check (char_length(${name}) <= ${field.most ?? limits.remark})`,
  where: contains,
};

export const textsStorage: Storage = {
  column: () => 'text[]',
  where: sharing('text'),
  printed: (column) => ({ value: sql`array_to_string(${column}, '、')`, shape: 'text' }),
};
