import { useMemo } from 'react';
import { readSession, type Session } from '#src/platform/session.ts';
import { getStored, setStored } from '#src/platform/storage.ts';

/** Who is counting: the stored session, whose expiry is the server's business (amendments F). Throws where nobody is signed in; the guard keeps such visits away. */
export function usePerson(): Session {
  return useMemo(() => {
    const session = readSession();
    if (!session) throw new Error('the warehouse mode needs a person');
    remember(session);
    return session;
  }, []);
}

/** What a person of this device is called, also one who has signed out; their number when the device never met them. */
export function nameOf(uid: number): string {
  return known()[uid] ?? `${uid} 号`;
}

function remember({ uid, nickname, username }: Session): void {
  const people = known();
  const name = nickname || username;
  if (people[uid] !== name) setStored(key, { ...people, [uid]: name });
}

function known(): Record<number, string> {
  const stored = getStored<Record<number, string>>(key);
  return stored.found === 'value' ? stored.value : {};
}

// Belongs to the machine, so that it outlives a sign-out: unsent scans must show whose they are.
const key = 'device:people';
