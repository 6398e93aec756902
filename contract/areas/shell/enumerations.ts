import { query } from '../../kit/call.ts';

/** One code of an enumeration and what it is called. */
export interface EnumerationEntry {
  id: number | string;
  label: string;
}

/**
 * Enumerations by name (api.csv `/v1/common/enums`): `<definition>_status` of the states of a document, `<definition>.<field>` of a field that is
 * chosen; all there are where none is named.
 */
export const enumerationsCall = query<{ names?: string[] }, Record<string, EnumerationEntry[]>>({
  service: 'erp',
  path: '/v1/common/enums',
  access: 'login',
});
