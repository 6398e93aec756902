import { query } from '../../kit/call.ts';
import type { AnyDefinition } from '../../kit/definition.ts';
import { staff } from './admin.ts';
import { organize } from './organize.ts';
import { role } from './role.ts';

/** The pages that ask the server what they may be searched by: route → the definition of their list (domain/api.csv). */
export const searchPages: Readonly<Record<string, AnyDefinition>> = {
  '/admin/accounCenter': staff,
  '/admin/roleList': role,
  '/admin/originNal': organize,
};

/** One filter of a list. */
export interface SearchField {
  key: string;
  label: string;
  /** Name of the field kind; `keyword` for the one search box. */
  type: string;
  /** The choices of an enumeration, or where the records of a reference are asked for. */
  options: { value: number | string; label: string }[];
  /** Path of the options call of a reference; absent for other kinds and where there is none. */
  options_path?: string;
}

export const searchConfig = query<{ page_key: string }, { fields: SearchField[] }>({
  service: 'acl',
  path: '/v1/index/searchConfig',
  access: 'login',
});
