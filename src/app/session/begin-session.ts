import type { SignInRequest } from '#contract/areas/access/calls.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { readSession, saveSession } from '#src/platform/session.ts';
import { type SignInAnswer, signIn } from '#src/wire/sign-in.ts';
import { startSending } from '../sending.ts';
import type { Services } from '../services.ts';
import { refreshSession } from './sign-in-state.ts';

/** What came of signing in. `mustChange` is code 411, `secondFactor` 412, `mustSetSecondFactor` 413; `message` is what the person reads, empty after a success. */
export interface SignedIn {
  outcome: 'in' | 'mustChange' | 'secondFactor' | 'mustSetSecondFactor' | 'refused';
  message: string;
}

/** Signs in and stores the session (specification §4). Never rejects for what a server or a network does. */
export async function beginSession(services: Services, request: SignInRequest): Promise<SignedIn> {
  const sent = await signIn(services.wire, request);
  if (!sent.ok) return { outcome: 'refused', message: wordsOf(sent.failure) };
  const { code, data } = sent.value;
  if (code === 200 && data) {
    takeSession(services, data);
    return { outcome: 'in', message: '' };
  }
  return { outcome: outcomes[code] ?? 'refused', message: sent.value.msg || sent.value.message };
}

/** Stores a session that a door has opened. */
export function takeSession(services: Services, data: NonNullable<SignInAnswer['data']>): void {
  services.queries.clear();
  saveSession(data);
  refreshSession();
  void mirrorSession(services);
}

/** Codes of the login that are no refusal but another step (decision 0016). */
const outcomes: Readonly<Record<number, SignedIn['outcome']>> = {
  [catalogue.mustChangePassword.code]: 'mustChange',
  [catalogue.secondFactor.code]: 'secondFactor',
  [catalogue.mustSetSecondFactor.code]: 'mustSetSecondFactor',
};

/** Copies the stored session for the service worker and starts to send what waits for this person. */
export async function mirrorSession(services: Pick<Services, 'local'>): Promise<void> {
  const session = readSession();
  if (!session) return;
  try {
    const local = await services.local();
    const { uid, nickname, token, expiresAt } = session;
    await local.session.put({ uid, nickname, token, expires_at: expiresAt });
    startSending(local);
    await local.sync.kick('signed_in');
  } catch (problem) {
    // Without databases this device cannot count offline; the office works all the same.
    reportError(problem);
  }
}
