import type { TestProject } from 'vitest/node';
import { connect } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { createLog } from '#server/platform/log.ts';
import { throwAwayCluster } from './throw-away.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the run's PostgreSQL: of its maintenance database and of the migrated database that test databases are copied from. */
    postgres: { maintenanceUrl: string; templateUrl: string };
  }
}

/** One throw-away PostgreSQL for a run of the pg project, with a template database that has every migration. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const throwAway = await throwAwayCluster();
  const maintenanceUrl = throwAway.urlOf('postgres');
  const templateUrl = throwAway.urlOf('template_of_tests');
  try {
    await makeTemplate(maintenanceUrl, templateUrl);
  } catch (error) {
    await throwAway.remove();
    throw error;
  }
  project.provide('postgres', { maintenanceUrl, templateUrl });
  return throwAway.remove;
}

async function makeTemplate(maintenanceUrl: string, templateUrl: string): Promise<void> {
  const maintenance = await connect({ url: maintenanceUrl, max: 1 });
  await maintenance.pool.query('create database template_of_tests');
  await maintenance.close();
  const template = await connect({ url: templateUrl, max: 1 });
  await migrate(template.db, createLog({ level: 'warn' }));
  await template.close();
}
