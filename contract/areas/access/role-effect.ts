import { query } from '../../kit/call.ts';

/** Somebody who holds a role, and what an edit of it would change for them. Ids of permissions; what another role of theirs grants as well is not in it. */
export interface Touched {
  id: number;
  nickname: string;
  username: string;
  gained: number[];
  lost: number[];
}

export interface RoleEffect {
  /** Enabled people who hold the role. */
  total: number;
  /** Those for whom something changes, and how many there are of them; `people` names the first of them. */
  touched: number;
  people: Touched[];
}

/** Whom an edit of a role's permissions would touch, asked before it is saved. `permission_ids` as they would be after it. */
export const roleEffectCall = query<{ id: number; permission_ids: number[] }, RoleEffect>({
  service: 'acl',
  path: '/v1/role/effect',
  access: 'role:edit',
});

/** People that an answer names; the others are a number. */
export const namedTouched = 50;
