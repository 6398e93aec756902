import type { SignInRequest } from '#contract/areas/access/calls.ts';
import { isTouched } from '#src/platform/device.ts';

/** What the login is asked for this account. */
export function signInRequest(
  { username, password }: { username: string; password: string },
  code?: string,
): SignInRequest {
  // A tablet is put down between two shelves and picked up again: the server lets its session stand longer.
  return {
    appid: 'erp',
    username: username.trim(),
    password,
    device_kind: isTouched() ? 'tablet' : 'desktop',
    ...(code === undefined ? {} : { second_factor: code }),
  };
}
