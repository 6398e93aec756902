import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { headers } from '#contract/kit/call.ts';
import { mountEverything } from '#server/application.ts';
import { createIdentity } from '#server/identity/create-identity.ts';
import { Passwords } from '#server/identity/passwords.ts';
import { Vault } from '#server/identity/vault.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createHttp } from '#server/platform/http.ts';
import { createLog } from '#server/platform/log.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { type Bench, type Finding, inTurns, ms, timed } from './bench.ts';
import { brands } from './shop.ts';

/** The lists that are asked for, with an indexed filter and an indexed sort each. */
const questions = [
  {
    name: 'SKUs of a brand by number',
    path: '/api/erp/v1/goods/skuList',
    body: { brand_id: 7, sort: 'sku_no', page_size: 50 },
  },
  {
    name: 'SKUs of a category by price',
    path: '/api/erp/v1/goods/skuList',
    body: { category_id: 3, sort: '-tag_price', page_size: 50 },
  },
  { name: 'brands in use by name', path: '/api/erp/v1/brand/list', body: { status: 1, sort: 'name', page_size: 50 } },
];

/**
 * A list over HTTP, with permission and data scope applied, against the statements it runs on the bare driver, whose rows
 * become objects as well. The empty route says what HTTP alone costs here.
 */
export const lists: Bench = async ({ db, pool, quick }) => {
  const scope = [{ brand: Array.from({ length: brands - 20 }, (_, index) => index + 1) }];
  const asker = await signedIn(db, await person(db, { keys: ['goods:view', 'brand:view'], scope }));
  const spy = spied(pool);
  const log = createLog({ level: 'silent' });
  const app = await createHttp({ tls: undefined }, log);
  app.post('/empty', () => ({ code: 200, msg: 'ok', result: null }));
  mountEverything(app, {
    db: spy.db,
    clock: systemClock,
    log,
    passwords: new Passwords(),
    vault: new Vault(Buffer.alloc(32, 7)),
    identity: createIdentity({ db, clock: systemClock }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const ask = client(agent, (app.server.address() as AddressInfo).port, asker);
  try {
    const findings: Finding[] = [];
    const [rounds, times] = quick ? [7, 40] : [21, 100];
    for (const { name, path, body } of questions) {
      const statements = await spy.during(() => ask(path, body));
      const call = (): Promise<number> =>
        timed(async () => {
          for (let n = 0; n < times; n += 1) await ask(path, body);
        });
      const bare = (): Promise<number> =>
        timed(async () => {
          for (let n = 0; n < times; n += 1) for (const { text, values } of statements) await pool.query(text, values);
        });
      const empty = (): Promise<number> =>
        timed(async () => {
          for (let n = 0; n < times; n += 1) await ask('/empty', body);
        });
      const { one, other, ratio } = await inTurns(rounds, call, bare);
      const nothing = await inTurns(Math.ceil(rounds / 3), call, empty);
      findings.push({
        name: `list: ${name}`,
        ratio,
        atMost: 3,
        figures: `${ms(one / times)} against ${ms(other / times)} in ${statements.length} statement(s); an empty route ${ms(nothing.other / times)} (${nothing.ratio.toFixed(1)}×)`,
      });
    }
    return findings;
  } finally {
    agent.destroy();
    await app.close();
  }
};

type Statement = { text: string; values: unknown[] };

/** The same pool, with a look at what is asked of it. */
function spied(pool: Pool): { db: Kysely<unknown>; during(work: () => Promise<unknown>): Promise<Statement[]> } {
  let seen: Statement[] | undefined;
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      seen?.push({ text: query.sql, values: [...query.parameters] });
    },
  });
  return {
    db,
    during: async (work) => {
      seen = [];
      await work();
      const statements = seen;
      seen = undefined;
      return statements;
    },
  };
}

/** Asks over one connection that stays open; reads the whole answer and refuses any but 200. */
function client(
  agent: Agent,
  port: number,
  asker: Record<string, string>,
): (path: string, body: unknown) => Promise<string> {
  return (path, body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const sent = {
        ...asker,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        [headers.requestType]: 'erp',
      };
      const asked = request({ agent, port, host: '127.0.0.1', path, method: 'POST', headers: sent }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const whole = Buffer.concat(parts).toString();
          if (whole.startsWith('{"code":200')) resolve(whole);
          else reject(new Error(`${path}: ${whole.slice(0, 200)}`));
        });
      });
      asked.on('error', reject);
      asked.end(text);
    });
}
