import { connect } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { createLog } from '#server/platform/log.ts';
import { openHouse } from '#tests/boot/house.ts';
import { throwAwayCluster } from '#tests/boot/throw-away.ts';
import { type Bench, type Finding, passes } from './bench.ts';
import { besideExports } from './beside-exports.ts';
import { books } from './books.ts';
import { counts } from './counts.ts';
import { exports } from './exports.ts';
import { firstList } from './first-list.ts';
import { inbound } from './inbound.ts';
import { lists } from './lists.ts';
import { longDocument } from './long-document.ts';
import { posting } from './posting.ts';
import { readers } from './readers.ts';
import { stockTheShop } from './shop.ts';
import { stocktake } from './stocktake.ts';

/**
 * `npm run bench [-- --quick] [-- --only <name>]`: ratios against the limit of the same machine in the same run, on a
 * throw-away PostgreSQL with 20,000 SKUs. Exit code 1 when a gate of design §11 is missed.
 */
const benches: Readonly<Record<string, Bench>> = {
  stocktake,
  lists,
  posting,
  inbound,
  'long-document': longDocument,
  counts,
  exports,
  'beside-exports': besideExports,
  'first-list': firstList,
  readers,
  books,
};

process.exitCode = await main();

async function main(): Promise<number> {
  const quick = process.argv.includes('--quick');
  const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : undefined;
  if (only !== undefined && !benches[only]) throw new Error(`--only takes one of: ${Object.keys(benches).join(', ')}`);
  const cluster = await throwAwayCluster();
  try {
    const findings = await measure(cluster.urlOf, { quick, only });
    for (const finding of findings) say(row(finding));
    const missed = findings.filter((finding) => !passes(finding));
    say(missed.length === 0 ? '\nEvery gate is met.' : `\n${missed.length} gate(s) missed.`);
    return missed.length === 0 ? 0 : 1;
  } finally {
    await cluster.remove();
  }
}

async function measure(
  urlOf: (database: string) => string,
  { quick, only }: { quick: boolean; only: string | undefined },
): Promise<Finding[]> {
  const maintenance = await connect({ url: urlOf('postgres'), max: 1 });
  // The planner learns about the tables when a measurement says so, not when a worker happens to pass by.
  await maintenance.pool.query('alter system set autovacuum = off');
  await maintenance.pool.query('select pg_reload_conf()');
  await maintenance.pool.query('create database bench');
  await maintenance.close();
  const { db, pool, close } = await connect({ url: urlOf('bench'), max: 20 });
  try {
    await migrate(db, createLog({ level: 'warn' }));
    await stockTheShop(db);
    const findings: Finding[] = [];
    for (const [name, bench] of Object.entries(benches)) {
      if (only !== undefined && only !== name) continue;
      // The stocktake comes first and decides by itself when the planner may look.
      if (name !== 'stocktake') await pool.query('analyze');
      say(`${name} …`);
      findings.push(...(await bench({ db, pool, url: urlOf('bench'), house: openHouse(db), quick, say })));
    }
    return findings;
  } finally {
    await close();
  }
}

function row(finding: Finding): string {
  const { name, ratio, atMost, atLeast, figures } = finding;
  const gate =
    atMost !== undefined ? `≤ ${atMost.toFixed(2)}` : atLeast !== undefined ? `≥ ${atLeast.toFixed(2)}` : '—';
  const word = atMost === undefined && atLeast === undefined ? '    ' : passes(finding) ? 'ok  ' : 'MISS';
  return `${word} ${ratio.toFixed(2).padStart(7)}  ${gate.padEnd(7)} ${name.padEnd(54)} ${figures}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
