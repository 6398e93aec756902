import { command, query } from '../../kit/call.ts';

/** A role, whether it asks for a second factor, and how many of its people have one. */
export interface RoleSecondFactor {
  id: number;
  code: string;
  name: string;
  required: boolean;
  people: number;
  people_with: number;
}

/** Somebody who has a second factor. */
export interface PersonSecondFactor {
  id: number;
  username: string;
  nickname: string;
  since: string;
  recovery_left: number;
}

/** Which roles ask for a second factor, and who has one. */
export const secondFactorStateCall = query<
  Record<string, never>,
  { roles: RoleSecondFactor[]; people: PersonSecondFactor[] }
>({ service: 'acl', path: '/v1/Index/secondFactorState', access: 'Index:secondFactorView' });

/** Takes the second factor of another person away, who has lost the authenticator and the recovery codes; ends their sessions. */
export const resetSecondFactorCall = command<{ id: number; remark: string }, null>({
  service: 'acl',
  path: '/v1/Index/secondFactorReset',
  access: 'Index:secondFactorReset',
});
