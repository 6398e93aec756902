import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { clientSettings, connect } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { createLog } from '#server/platform/log.ts';
import { throwAwayCluster } from './throw-away.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Addresses of the run's PostgreSQL: of its maintenance database and of the migrated database that test databases are copied
     * from. `scratch` is a directory that goes with it.
     */
    postgres: { maintenanceUrl: string; templateUrl: string; scratch: string };
  }
}

/** One throw-away PostgreSQL for a run of the pg project, with a template database that has every migration. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const throwAway = await throwAwayCluster({ hasty: true });
  const maintenanceUrl = throwAway.urlOf('postgres');
  const templateUrl = throwAway.urlOf('template_of_tests');
  try {
    await makeSignInQuick(maintenanceUrl);
    await makeTemplate(maintenanceUrl, templateUrl);
  } catch (error) {
    await throwAway.remove();
    throw error;
  }
  project.provide('postgres', { maintenanceUrl, templateUrl, scratch: throwAway.root });
  return throwAway.remove;
}

/** Tests open thousands of connections, each of which would hash the password four thousand times at both ends. */
async function makeSignInQuick(maintenanceUrl: string): Promise<void> {
  const maintenance = await connect({ url: maintenanceUrl, max: 1 });
  const { user = '', password = '' } = new Client(clientSettings(maintenanceUrl));
  // PostgreSQL 15 knows no other number.
  await maintenance.pool.query(`select set_config(name, '1', false) from pg_settings where name = 'scram_iterations'`);
  await maintenance.pool.query(`alter role ${user} password '${password}'`);
  await maintenance.close();
}

async function makeTemplate(maintenanceUrl: string, templateUrl: string): Promise<void> {
  const maintenance = await connect({ url: maintenanceUrl, max: 1 });
  await maintenance.pool.query('create database template_of_tests');
  await maintenance.close();
  const template = await connect({ url: templateUrl, max: 1 });
  await migrate(template.db, createLog({ level: 'warn' }));
  await template.close();
}
