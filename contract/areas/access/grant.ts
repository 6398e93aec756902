import { command, query } from '../../kit/call.ts';
import type { Choices } from '../../kit/field.ts';

/** What a grant request has come to. */
export const grantStates = { 0: '待批准', 1: '已生效', 2: '已驳回', 3: '已撤回' } as const satisfies Choices;

/** Whose rights a request would change: a person's, those of all holders of a role, those of all members of an organisation. */
export const grantSubjects = { admin: '员工', role: '角色', organize: '组织' } as const satisfies Choices;

export type GrantSubject = keyof typeof grantSubjects;

/** One thing that is gained or lost, in words for the person who decides. */
export interface GrantItem {
  /** `passwordOnly`: the people of a role need no second factor any more. `parent`: an organisation moves under another. */
  kind: 'role' | 'dataRole' | 'organize' | 'mainOrganize' | 'permission' | 'dimension' | 'passwordOnly' | 'parent';
  /** Id of the role, data role, organisation (also of a new parent) or permission; the code of a dimension. */
  id: number;
  name: string;
}

/**
 * A widening of somebody's rights that waits for a second person (amendments E, decision 0014). Until it is approved
 * nothing has changed.
 */
export interface GrantRequest {
  id: number;
  subject: GrantSubject;
  subject_id: number;
  /** Name of the person, role or organisation, and the account or code beside it. */
  subject_name: string;
  subject_hint: string | null;
  gained: GrantItem[];
  /** Taken away together with the approval: what could not be taken away alone without widening something. */
  lost: GrantItem[];
  state: keyof typeof grantStates;
  requested_by: number;
  requested_by__title: string;
  requested_at: string;
  decided_by: number | null;
  decided_by__title: string | null;
  decided_at: string | null;
  remark: string | null;
  /** Of a waiting one: who may approve it, up to `approversShown` names and one that says there are more; null of any other. */
  approvers: string[] | null;
  /** What the caller may do now. `decide` does not promise that the check under the locks passes. */
  allowed: { decide: boolean; withdraw: boolean };
}

/** Names of those who may approve a request that people are told. */
export const approversShown = 3;

/** What a save answers besides: the request it made, null when nothing was widened. */
export interface Granted {
  grant_id: number | null;
}

export interface GrantQuestion {
  state?: number;
  /** Only those that wait and that the caller may decide (`allowed.decide`). */
  mine?: true;
  subject?: GrantSubject;
  subject_id?: number;
  page?: number;
  page_size?: number;
}

/** `result` 1 approves, 2 rejects and needs a remark. */
export interface GrantDecision {
  id: number;
  result: 1 | 2;
  remark?: string | null;
}

export const grantCalls = {
  /** Own requests, and those of the subjects whose list the caller may see; newest first. */
  list: query<GrantQuestion, { list: GrantRequest[]; total: number }>({
    service: 'acl',
    path: '/v1/admin/grantIndex',
    access: 'login',
  }),
  /** Takes an own request back while it waits. */
  withdraw: command<{ id: number }, null>({ service: 'acl', path: '/v1/admin/grantWithdraw', access: 'login' }),
  /** One call for each subject, because each has a key of its own. */
  decide: {
    admin: command<GrantDecision, null>({
      service: 'acl',
      path: '/v1/admin/grantAudit',
      access: 'admin:grantAudit',
    }),
    role: command<GrantDecision, null>({ service: 'acl', path: '/v1/role/grantAudit', access: 'role:grantAudit' }),
    organize: command<GrantDecision, null>({
      service: 'acl',
      path: '/v1/organize/grantAudit',
      access: 'organize:grantAudit',
    }),
  },
} as const;
