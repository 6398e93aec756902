import type { NewFormEntry } from '../../kit/area.ts';
import { query } from '../../kit/call.ts';

/** A form for something new, as the command palette offers it. */
export type NewForm = Pick<NewFormEntry, 'route' | 'name'>;

/** Those that the person who asks may save. */
export const newFormsCall = query<Record<string, never>, { list: NewForm[] }>({
  service: 'acl',
  path: '/v1/index/newForms',
  access: 'login',
});
