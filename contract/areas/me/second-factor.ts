import { command } from '../../kit/call.ts';
import type { DeviceKind, SignInAnswer } from '../access/calls.ts';

/** Who asks, proved by the password and not by a token: these doors also serve a person who may not be signed in yet (413). */
export interface SecondFactorProof {
  appid: 'erp';
  username: string;
  password: string;
  /** A code of the authenticator or a recovery code. */
  second_factor?: string | undefined;
}

/** What an authenticator is told: `secret` to be typed (base32), `uri` to be shown as a QR code. */
export interface ShownSecret {
  secret: string;
  uri: string;
}

/** Shows a new secret, which counts once a code of it has come back. Who has a second factor already sends a code of the old one. */
export const beginSecondFactor = command<SecondFactorProof, ShownSecret>({
  service: 'acl',
  path: '/secondFactor/begin',
  access: 'public',
});

/** `session` where `device_kind` was sent: the person was on the way in. The recovery codes are never shown again. */
export interface ConfirmedSecondFactor {
  recovery_codes: string[];
  session: SignInAnswer['data'];
}

/** Puts the shown secret in force by its first code, with new recovery codes; with `device_kind` it signs in besides. */
export const confirmSecondFactor = command<
  SecondFactorProof & { device_kind?: DeviceKind | undefined },
  ConfirmedSecondFactor
>({ service: 'acl', path: '/secondFactor/confirm', access: 'public' });

/** Gives the second factor up; refused to whom a role requires it. */
export const dropSecondFactor = command<SecondFactorProof, null>({
  service: 'acl',
  path: '/secondFactor/drop',
  access: 'public',
});

/** How many recovery codes there are after setting up. */
export const recoveryCodes = 10;
