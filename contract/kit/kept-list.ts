import { command, query } from './call.ts';

/**
 * A long list of values that a filter asks for, kept on the server: it stands in addresses, questions and exports by its id, so
 * that those stay short and a link shows the same rows to whoever it is sent to (decision 0039).
 */
export interface KeptList {
  readonly list: string;
}

/** What a kept list holds: codes as people typed them, or ids of records. */
export type KeptValues = { texts: string[] } | { ids: number[] };

/** Is it a kept list, and not the values themselves? */
export function isKeptList(value: unknown): value is KeptList {
  return typeof value === 'object' && value !== null && typeof (value as Partial<KeptList>).list === 'string';
}

/** How the id of a kept list is written: it is made of its values, so that equal lists are one. */
export const keptListId = /^[\w-]{22}$/;

/** Keeps a list; the same values have the same id. */
export const keepList = command<KeptValues, KeptList>({ service: 'erp', path: '/v1/common/keepList', access: 'login' });

/** The values of a kept list. */
export const keptList = query<KeptList, KeptValues>({ service: 'erp', path: '/v1/common/keptList', access: 'login' });
