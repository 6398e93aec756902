import { command, query } from '../../kit/call.ts';

/** Somebody's session that is still good. Times are ISO. */
export interface OpenSession {
  id: number;
  admin_id: number;
  username: string;
  nickname: string;
  /** As the browser called itself. */
  user_agent: string;
  /** A tablet's session outlives a long silence. */
  tablet: boolean;
  ip: string;
  since: string;
  seen_at: string;
  /** Of an application: its name. */
  app: string | null;
  /** It is the caller's own, who ends it on the page of the own account. */
  own: boolean;
}

/** What is asked of the sessions: part of a name or an account name, or an address, whole. */
export interface SessionSearch {
  keyword?: string | undefined;
  page?: number | undefined;
  page_size?: number | undefined;
}

/** Who is signed in, the last to come first; only people whom the caller may see. */
export const openSessionsCall = query<SessionSearch, { list: OpenSession[]; total: number }>({
  service: 'acl',
  path: '/v1/Index/sessionList',
  access: 'Index:sessionView',
});

/** Ends one session of another person, or without `id` every one of theirs. */
export const endSessionsCall = command<{ admin_id: number; id?: number | undefined }, { count: number }>({
  service: 'acl',
  path: '/v1/Index/sessionEnd',
  access: 'Index:sessionEnd',
});
