import { command, query } from '../../kit/call.ts';
import type { OwnViews } from './list-views.ts';

/** A session of one's own that is still good. Times are ISO. */
export interface OwnSession {
  id: number;
  /** As the browser called itself. */
  user_agent: string;
  /** A tablet's session outlives a long silence. */
  tablet: boolean;
  ip: string;
  since: string;
  seen_at: string;
  /** The one that asks. */
  here: boolean;
}

export const ownSessionsCall = query<Record<string, never>, { list: OwnSession[] }>({
  service: 'acl',
  path: '/v1/me/sessions',
  access: 'login',
});

/** Which sessions of one's own come to an end: one by its id, all others, or every one. The password shows whose hand it is. */
export interface EndOwnSessions {
  password: string;
  which: number | 'others' | 'all';
}

/** Ends sessions of one's own; a door beside the sign-in, because it takes the password. */
export const endOwnSessionsCall = command<EndOwnSessions, { count: number }>({
  service: 'acl',
  path: '/ownSessions/end',
  access: 'login',
});

/** What came of somebody at the door with one's own account name. */
export const signInOutcome = {
  1: '登录成功',
  2: '用恢复码登录',
  3: '密码错误',
  4: '两步验证码错误',
  5: '尝试过多被拒绝',
  6: '须先修改密码',
} as const;

export type SignInOutcome = keyof typeof signInOutcome;

export interface SignInEvent {
  id: number;
  at: string;
  outcome: SignInOutcome;
  ip: string;
  user_agent: string;
}

/** How long sign-ins are remembered, days. */
export const signInDays = 90;

/** One's own sign-ins, newest first; `before` is the last id of the page before. */
export const ownSignInsCall = query<{ before?: number | undefined }, { list: SignInEvent[]; more: boolean }>({
  service: 'acl',
  path: '/v1/me/signIns',
  access: 'login',
});

/** What a person wants of the product, wherever they sign in. */
export interface Preferences {
  theme: 'auto' | 'light' | 'dark';
  /** Height of table rows. */
  density: 'normal' | 'dense';
  /** Route opened after signing in; empty: the landing page. */
  start: string;
  /** Tones of the warehouse mode. */
  sound: boolean;
  /** The landing page has a word for newcomers. */
  guide: boolean;
}

/** What holds until somebody has chosen. */
export const freshPreferences: Preferences = { theme: 'auto', density: 'normal', start: '', sound: true, guide: true };

/** One's own preferences; where several windows read them, they read them under this key. */
export const preferencesKey = ['me', 'preferences'] as const;

/** `starts`: the screens that this person may choose to begin with; `views`: how they want their lists. */
export const preferencesCall = query<
  Record<string, never>,
  { preferences: Preferences; starts: { route: string; name: string }[]; views: OwnViews }
>({ service: 'acl', path: '/v1/me/preferences', access: 'login', timeout: 'default' });

/** Keeps those that are sent, leaves the others as they are. */
export const savePreferencesCall = command<Partial<Preferences>, Preferences>({
  service: 'acl',
  path: '/v1/me/savePreferences',
  access: 'login',
});

/** Where one's second factor stands. `since` is null without one. */
export interface OwnSecondFactor {
  since: string | null;
  required: boolean;
  /** Recovery codes that have not been used. */
  recovery_left: number;
}

export const ownSecondFactorCall = query<Record<string, never>, OwnSecondFactor>({
  service: 'acl',
  path: '/v1/me/secondFactor',
  access: 'login',
});
