import { query } from '../../kit/call.ts';

/** What /v1/task/getCommData is asked for (specification §7): `sup` are suppliers, `admin` are staff. */
export type CommonSort = 'category' | 'brand' | 'sup' | 'admin';

/** One record in use: its name, and the code that people know it by, where it has one. */
export interface CommonRow {
  id: number;
  name: string;
  code: string | null;
}

/** The key of the answer under which a list comes (specification §7), and the definition whose records it holds. */
export const commonLists = {
  category: { key: 'category_list', of: 'category' },
  brand: { key: 'brand_list', of: 'brand' },
  sup: { key: 'supplier_list', of: 'supplier' },
  admin: { key: 'admin_list', of: 'admin' },
} as const satisfies Record<CommonSort, { key: `${string}_list`; of: string }>;

/** The list asked for under its key, sorted by pinyin. `more` when it was cut at `limits.commonRows`. */
export type CommonAnswer = { [S in CommonSort as (typeof commonLists)[S]['key']]?: CommonRow[] } & { more: boolean };

/** One of the four lists, whole: records in use inside the caller's data scope. */
export const commonData = query<{ t: CommonSort }, CommonAnswer>({
  service: 'task',
  path: '/v1/task/getCommData',
  access: 'login',
});

/** Which of the lists holds the records of this definition; undefined for all others. */
export function commonSortOf(definition: { readonly name: string }): CommonSort | undefined {
  return commonSorts.find((sort) => commonLists[sort].of === definition.name);
}

/** The sorts, those first that are asked for most. */
export const commonSorts: readonly CommonSort[] = ['sup', 'admin', 'brand', 'category'];
