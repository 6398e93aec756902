import { query } from '../../kit/call.ts';

/** A template as it is asked for by its code (specification §7). */
export const templateInfo = query<
  { tpl_code: string },
  {
    tpl_code: string;
    name: string;
    version: number;
    columns: { key: string; title: string; required: boolean; rule: string }[];
  }
>({ service: 'erp', path: '/v1/Excel/getTplInfo', access: 'login' });

/** The template as a workbook: GET with `tpl_code` (specification §7), or as a call. */
export const templateFile = query<{ tpl_code: string }, never>({
  service: 'erp',
  path: '/v1/Excel/exportTpl',
  access: 'login',
});
