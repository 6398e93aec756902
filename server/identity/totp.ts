import { Secret, TOTP } from 'otpauth';

/** A new secret of 160 bits, in base32 as authenticators take it. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an authenticator reads from a QR code: six digits, 30 s, SHA-1, the only set that all of them know. */
export function uriOf(secret: string, username: string): string {
  return new TOTP({ issuer, label: username, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step that a code belongs to, the present one or a neighbour (clocks differ); undefined when it fits none. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}

const issuer = '折乐惠后台';
