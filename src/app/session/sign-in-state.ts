import { create } from 'zustand';
import { readSession, type Session } from '#src/platform/session.ts';

/** The person signed in, for screens that show it (specification §4: "the username is placed in shared state"). */
export const useSession = create<{ session: Session | null }>(() => ({ session: readSession() }));

/** Takes the stored session into the shared state: after signing in, after signing out, after another tab did either. */
export function refreshSession(): void {
  useSession.setState({ session: readSession() });
}
