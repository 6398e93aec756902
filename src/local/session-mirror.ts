import type { Journal } from './databases.ts';
import type { SessionRow } from './rows.ts';

export type MirroredSession = Omit<SessionRow, 'key'>;

/** The session, copied at sign-in for workers and the service worker, which cannot read localStorage; gone at sign-out. */
export interface SessionMirror {
  get(): Promise<MirroredSession | null>;
  put(session: MirroredSession): Promise<void>;
  clear(): Promise<void>;
}

export function createSessionMirror(db: Journal): SessionMirror {
  return {
    async get() {
      const row = await db.session.get('now');
      if (!row) return null;
      const { key: _key, ...session } = row;
      return session;
    },
    async put(session) {
      await db.session.put({ key: 'now', ...session });
    },
    async clear() {
      await db.session.delete('now');
    },
  };
}
