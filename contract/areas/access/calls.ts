import { command, query } from '../../kit/call.ts';

/** How a device is used: a tablet is put down between two shelves and must not sign its owner out (server/identity/sessions.ts). */
export type DeviceKind = 'desktop' | 'tablet';

/** POST /login of the access-control service (specification §3). Not a call of the registry: its answer has its own envelope. */
export interface SignInRequest {
  appid: 'erp';
  username: string;
  password: string;
  /** `desktop` by default. */
  device_kind?: DeviceKind | undefined;
  /** A code of the authenticator or a recovery code: sent when the answer without one was 412 (decision 0016). */
  second_factor?: string | undefined;
}

/** The login's answer (specification §3); `data` is null unless `code` is 200. `exp` is an ISO time. */
export interface SignInAnswer {
  code: number;
  msg: string;
  message: string;
  data: { token: string; exp: string; userInfo: { uid: number; username: string; nickname: string } } | null;
}

export interface ChangePasswordRequest {
  appid: 'erp';
  username: string;
  old_password: string;
  new_password: string;
  confirm_password: string;
  /** As `SignInRequest.second_factor`. */
  second_factor?: string | undefined;
  /** Asked for after some wrong guesses: the refusal then names the field `captcha` (decision 0014). */
  captcha_id?: string | undefined;
  captcha?: string | undefined;
}

/** A picture to be read by a person: an SVG in base64, used up by one try, `expire_at` as ISO time. */
export interface CaptchaAnswer {
  captcha_id: string;
  image_base64: string;
  expire_at: string;
}

/** Not a call of the registry either: it is asked without a session. */
export const captcha = query<{ scene: 'login' | 'changePwd' }, CaptchaAnswer>({
  service: 'acl',
  path: '/captcha',
  access: 'public',
});

/** Needs the old password instead of a token: it is also the way out of a forced change (411). */
export const changePassword = command<ChangePasswordRequest, null>({
  service: 'acl',
  path: '/changePwd',
  access: 'public',
});

/** Ends the session of the token at once. */
export const signOut = command<Record<string, never>, null>({ service: 'acl', path: '/loginOut', access: 'login' });

/** One node of the menu (specification §3); `style` is an icon's name or the marker `ev2`. */
export interface MenuNode {
  id: number;
  parent_id: number | null;
  url: string;
  name: string;
  order: number;
  style: string | null;
  childNode: MenuNode[];
}

/** The menu of the person who asks: nodes without a screen for this person are not in it. */
export const menuCall = query<{ app_type?: 'erp' }, { data: MenuNode[] }>({
  service: 'acl',
  path: '/v1/index/menu',
  access: 'login',
});

/** The keys that the person holds among those of a menu node's screens (specification §6). */
export const permissionsCall = query<{ app_type: 'erp'; parent_id: number }, { data: string[] }>({
  service: 'acl',
  path: '/v1/index/permissions',
  access: 'login',
});

/** What a screen that stays closed asks for, which roles have that, and who may give a role. */
export interface WayIn {
  /** The screen, as the menu names it. */
  screen: string;
  /** Names of the permissions of which one suffices. */
  needs: string[];
  roles: string[];
  people: string[];
}

/** Addresses from a screen up to the entry of the menu that it hangs on; the first that the menu has is answered. */
export const wayInCall = query<{ routes: string[] }, WayIn>({
  service: 'acl',
  path: '/v1/index/wayIn',
  access: 'login',
});
