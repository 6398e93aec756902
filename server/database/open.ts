import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { connect, type Database } from './connect.ts';
import { heldDirectory } from './data-lock.ts';
import { startEmbedded } from './embedded.ts';

export interface OpenedDatabase {
  readonly database: Database;
  /** The address it is served at. */
  readonly url: string;
  /** The address of the role that owns the tables; the same where there is only one. */
  readonly ownerUrl: string;
  /** Closes the pool, and the private PostgreSQL where this process started it. */
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name: the given one; else the private one of the data directory, joining it where
 * a server is already running (commands run beside it) and starting it where none is. Throws StartupErrors.
 */
export async function openDatabase(config: Config, log: Log): Promise<OpenedDatabase> {
  const address = join(config.dataDir, addressFile);
  const held = heldDirectory(config.dataDir) && existsSync(address);
  const [joined, owning] = config.databaseUrl
    ? [config.databaseUrl, config.databaseOwnerUrl]
    : held
      ? readFileSync(address, 'utf8').split('\n')
      : [];
  if (joined !== undefined) {
    const database = await connect({ url: joined, log });
    return { database, url: joined, ownerUrl: owning ?? joined, close: () => database.close() };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log });
  const database = await connect({ url: embedded.url, log });
  writeFileSync(address, `${embedded.url}\n${embedded.ownerUrl}`, { mode: 0o600 });
  return {
    database,
    url: embedded.url,
    ownerUrl: embedded.ownerUrl,
    close: async () => {
      rmSync(address, { force: true });
      await database.close();
      await embedded.stop();
    },
  };
}

// Where a running server tells commands how to reach its database; holds the password, so only its owner may read it.
const addressFile = 'database-address';
