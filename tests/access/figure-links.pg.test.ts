import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { grantCalls } from '#contract/areas/access/grant.ts';
import { periodCalls } from '#contract/areas/reports/account-period.ts';
import { dueFilters, dueSpans, duesCall } from '#contract/areas/settlement/dues.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { type DashboardAnswer, dashboard } from '#contract/areas/shell/dashboard.ts';
import { areas } from '#contract/areas.ts';
import { definitions } from '#contract/definitions.ts';
import type { Call, OutputOf } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { type AnyDefinition, isDocument } from '#contract/kit/definition.ts';
import type { Places } from '#contract/kit/place.ts';
import { calledTransitions } from '#contract/kit/transition.ts';
import { serveEverything } from '#server/application.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { freshList, readAddress, writeAddress } from '#src/engine/list/list-address.ts';
import { type DemoDatabase, demoDatabase } from '#tests/boot/demo-database.ts';
import { signedIn } from '#tests/factories/people.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';

// A figure on the first screen leads to the rows that it counted: as everybody in the demo company who has a role sees it, with the address
// read as the screen reads it.

let db: Kysely<unknown>;
let company: DemoDatabase;
let server: TestServer;

const places: Places = Object.assign({}, ...areas.map((area) => area.places));
const listed = definitions.filter(({ name, calls }) => {
  const place = places[name];
  // Of a screen that is another list's, only what its address asks for is shown.
  return place && calls.list && (place.screenOf === undefined || place.list.includes('?'));
});

/** The list that the screen of an address shows: that of the most parts of the address. */
function listAt({ pathname, searchParams }: URL): AnyDefinition | undefined {
  const fits = listed.flatMap((one) => {
    const own = new URL(places[one.name]?.list ?? '', 'http://here');
    const parts = [...own.searchParams];
    const isMeant = own.pathname === pathname && parts.every(([name, text]) => searchParams.get(name) === text);
    return isMeant ? [{ one, parts: parts.length }] : [];
  });
  return fits.toSorted((first, second) => second.parts - first.parts)[0]?.one;
}

beforeAll(async () => {
  company = await demoDatabase();
  ({ db } = company);
  server = await testServer(db, { kit: serveEverything(new Numbers(db)), clock: company.clock });
  return company.end;
}, 900_000);

interface Claim {
  readonly of: string;
  readonly url: string;
  readonly count: number | null;
}

function claimsOf({ todo, figures, stock_alerts: alerts, still, sales }: DashboardAnswer): Claim[] {
  return [
    ...todo.map(({ doc, status, count, url }) => ({ of: `${doc} ${status}`, url, count })),
    ...figures.flatMap(({ name, count, url }) => (url === null ? [] : [{ of: name, url, count }])),
    ...(alerts ?? []).map(({ kind, count, url }) => ({ of: kind, url, count })),
    ...still.map(({ sku_no, url }) => ({ of: sku_no, url, count: null })),
    ...(sales ? Object.values(sales).map(({ orders, url }) => ({ of: 'sales', url, count: orders })) : []),
  ];
}

/** What stands on the finance board: months with what is in the way of closing, where one sees it, and statements by when they are due. */
async function boardOf(headers: Record<string, string>): Promise<Claim[]> {
  const months = await answerOf(periodCalls.openPeriods, headers);
  const dues = await answerOf(duesCall, headers);
  const listed = (of: Parameters<typeof dueFilters>[0]) =>
    `/finance/statementList?${writeAddress(statement, new URLSearchParams(), { ...freshList, filters: dueFilters(of) }).toString()}`;
  return [
    // What is missing has no row in any list; that of prices is no definition's own place.
    ...(months?.checks ?? [])
      .filter(({ check }) => !['channels', 'shopBills', 'losses', 'estimates'].includes(check))
      .map(({ check, count, url }) => ({ of: `check ${check}`, url, count })),
    ...(dues ? dueSpans(dues.today) : []).map((span, place) => ({
      of: `due ${span.name}`,
      url: listed({ span }),
      count: dues?.weeks[place]?.count ?? 0,
    })),
    ...(dues?.suppliers ?? []).map(({ supplier_id, count }) => ({
      of: 'due to a supplier',
      url: listed({ supplier: supplier_id }),
      count,
    })),
  ];
}

/** What a call answers to whoever may make it. */
async function answerOf<Out>(call: Call<Record<never, never>, Out>, headers: Record<string, string>) {
  const { body } = await server.call(`/api/${call.service}${call.path}`, {}, { headers });
  return body.code === 4003 ? undefined : (body as unknown as { result: Out }).result;
}

/** Requests for rights are cards of a list of their own. */
async function grantsToDecide(headers: Record<string, string>, state: string | null): Promise<number> {
  const { service, path } = grantCalls.list;
  const asked = state === 'mine' ? { mine: true } : { state: Number(state ?? 0) };
  const { body } = await server.call(`/api/${service}${path}`, { ...asked, page_size: 1 }, { headers });
  return (body as unknown as { result: OutputOf<typeof grantCalls.list> }).result.total;
}

/** How many rows the screen of an address shows, and of what; undefined where no list stands there. */
async function shownAt(url: string, headers: Record<string, string>): Promise<number | string> {
  const address = new URL(url, 'http://here');
  if (address.searchParams.get('view') === 'grants')
    return await grantsToDecide(headers, address.searchParams.get('state'));
  const definition = listAt(address);
  if (!definition) return 'no list';
  const { filters, keyword, sort } = readAddress(definition, address.searchParams);
  // What the screen does not know of its address it does not ask.
  const asked = { ...filters, ...(keyword === '' ? {} : { keyword }), ...(sort === undefined ? {} : { sort }) };
  const { service, path } = callsOf(definition).list;
  const { body } = await server.call(`/api/${service}${path}`, { ...asked, page_size: 1 }, { headers });
  if (body.code !== 200) return `${body.code} ${body.msg}`;
  return (body as unknown as { result: { total: number } }).result.total;
}

describe('an address of a list', () => {
  it('is that of one kind of document that may wait for somebody', () => {
    const waiting = definitions.filter((one) => isDocument(one) && one.calls.list && calledTransitions(one).length > 0);
    const shown = waiting.map((one) => [one.name, listAt(new URL(places[one.name]?.list ?? '', 'http://here'))?.name]);
    expect(shown.filter(([name, list]) => name !== list)).toEqual([]);
  });
});

describe('everybody in a role', () => {
  it('finds behind each figure the rows that it counted', async () => {
    const { rows } = await sql<{ id: number; username: string }>`
      select distinct a.id, a.username from admin a join admin_role h on h.admin_id = a.id where a.status = 1 and not a.must_change_password order by a.id`.execute(
      db,
    );
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (const one of rows) {
      const headers = await signedIn(db, one, company.clock.now());
      const { body } = await server.call(`/api/${dashboard.service}${dashboard.path}`, {}, { headers });
      if (body.code !== 200) throw new Error(`${one.username}: ${body.code} ${body.msg}`);
      const claims = claimsOf((body as unknown as { result: DashboardAnswer }).result);
      for (const { of, url, count } of [...claims, ...(await boardOf(headers))]) {
        const shown = await shownAt(url, headers);
        seen.add(of);
        // Where nothing is in the way, nothing leads there.
        const isShown = !of.startsWith('check ') || count !== 0 || typeof shown === 'number';
        if (!isShown) continue;
        const isRight = count === null ? typeof shown === 'number' && shown > 0 : shown === count;
        if (!isRight) wrong.push(`${one.username} ${of} ${count} → ${shown} ${url}`);
      }
    }
    expect(wrong).toEqual([]);
    // It says something only where there is something to count.
    expect(rows.length).toBeGreaterThan(10);
    expect(seen.size).toBeGreaterThan(30);
  });
});
