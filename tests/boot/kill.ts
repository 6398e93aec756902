import { afterAll } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { createLog } from '#server/platform/log.ts';
import { throwAwayCluster } from './throw-away.ts';

export interface OwnCluster {
  /** The address of its migrated database, the same after a restart. */
  readonly url: string;
  /** Makes a database with nothing in it; its address. */
  readonly makeEmpty: () => Promise<string>;
  /** kill -9 of PostgreSQL with all its children at once; waits until the last is gone. */
  readonly kill: () => Promise<void>;
  /** Starts it again after `kill`, crash recovery included. */
  readonly restart: () => Promise<void>;
}

/** A PostgreSQL for one test file that kills it, or that starts what refuses a database which guards nothing; removed after the file's last test. */
export async function ownCluster(): Promise<OwnCluster> {
  const throwAway = await throwAwayCluster();
  afterAll(throwAway.remove);
  const maintenance = await connect({ url: throwAway.urlOf('postgres'), max: 1 });
  await maintenance.pool.query('create database back_office');
  await maintenance.close();
  const url = throwAway.urlOf('back_office');
  const database = await connect({ url, max: 1 });
  await migrate(database.db, createLog({ level: 'warn' }));
  await database.close();
  const makeEmpty = async (): Promise<string> => {
    const owner = await connect({ url: throwAway.urlOf('postgres'), max: 1 });
    await owner.pool.query('create database nothing');
    await owner.close();
    return throwAway.urlOf('nothing');
  };
  return { url, makeEmpty, kill: throwAway.kill, restart: throwAway.restart };
}
