import { readSession } from '#src/platform/session.ts';

/** The account name of the person signed in; the doors ask for it beside the password. */
export function ownName(): string {
  return readSession()?.username ?? '';
}
