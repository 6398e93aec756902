import { query } from '../../kit/call.ts';

/** An area of the country, as selects and names need it. */
export interface AreaRow {
  code: string;
  /** Null of a province. */
  parent_code: string | null;
  name: string;
  /** 1 province, 2 city, 3 district. */
  level: number;
}

/** Whole, by code: about 3,200 rows, which change once a year; or those directly within one. */
export const areasCall = query<{ parent_code?: string }, { list: AreaRow[] }>({
  service: 'erp',
  path: '/v1/data/areas',
  access: 'login',
});
