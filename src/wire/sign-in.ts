import { failed, type Sent } from './sent.ts';
import type { Wire } from './wire.ts';

/** The login form (specification §3). */
export interface SignInInput {
  appid: 'erp';
  username: string;
  password: string;
}

/** The login's own envelope (specification §3): `data` is never null when `code` is 200. */
export interface SignInAnswer {
  code: number;
  msg: string;
  message: string;
  data: { token: string; exp: number | string; userInfo: UserInfo } | null;
}

export interface UserInfo {
  uid: number;
  username: string;
  nickname: string;
}

/**
 * POST /login of the access-control service. Every body code comes back as an answer, 411 and wrong passwords
 * included; only what is no answer at all is a failure.
 */
export async function signIn(wire: Wire, input: SignInInput): Promise<Sent<SignInAnswer>> {
  const sent = await wire.raw({ service: 'acl', path: '/login' }, input, {
    as: null,
  });
  if (!sent.ok) return sent;
  const { code, msg, message } = sent.value;
  const data = readData(sent.value.data);
  if (code === 200 && data === null) return failed({ kind: 'unreadable', status: 200 });
  return {
    ok: true,
    value: { code: Number(code), msg: text(msg), message: text(message), data },
    serverTime: null,
  };
}

function readData(data: unknown): SignInAnswer['data'] {
  if (typeof data !== 'object' || data === null) return null;
  const { token, exp, userInfo } = data as Partial<NonNullable<SignInAnswer['data']>>;
  if (typeof token !== 'string' || token === '' || typeof userInfo?.uid !== 'number') return null;
  const { uid, username, nickname } = userInfo;
  return {
    token,
    exp: exp ?? 0,
    userInfo: { uid, username: text(username), nickname: text(nickname) },
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
