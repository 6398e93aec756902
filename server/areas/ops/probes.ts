import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { migrationFiles } from '#server/database/migrate.ts';
import { memoize } from '#server/platform/memoize.ts';

/**
 * What a load balancer asks, without a token and told nothing but yes (200) or no (503). `/healthz`: the process reaches
 * its database. `/readyz`: and the schema is this version's. Asked by anybody, so an answer serves everybody for a second.
 */
export function mountProbes(app: FastifyInstance, { db }: { db: Kysely<unknown> }): void {
  const schema = migrationFiles().length;
  const probe = (path: string, question: () => Promise<boolean>): void => {
    const ask = memoize(() => within(question()));
    app.get(path, async (_request, reply) => {
      const well = await ask();
      return reply
        .code(well ? 200 : 503)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(well ? 'ok' : 'no');
    });
  };
  probe('/healthz', async () => (await sql`select 1`.execute(db)).rows.length === 1);
  probe('/readyz', async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from schema_migration`.execute(db);
    return rows[0]?.count === schema;
  });
}

/** False for what fails or takes longer than two seconds. */
async function within(question: Promise<boolean>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    late = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    return await Promise.race([question, timeout]);
  } catch {
    // The answer is no; why is in the log of whoever uses the database next.
    return false;
  } finally {
    clearTimeout(late);
  }
}

const patienceMs = 2000;
