import { setTimeout as sleep } from 'node:timers/promises';
import { sku } from '#contract/areas/goods/sku.ts';
import { uploadFile } from '#contract/areas/tasks/files.ts';
import { importKinds } from '#contract/areas/tasks/import-kinds.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { type Call, headers } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { bases } from '#server/kit/frame.ts';
import type { House } from '#tests/boot/house.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { sheetPeople, startedSheet, Tablet } from '#tests/factories/stocktake.ts';
import { overlapping } from '#tests/factories/workbook.ts';
import { serverProcess } from '#tests/live/server-process.ts';
import { type Bench, ms, type Place, timed } from './bench.ts';
import { filledWarehouse, someGoods } from './shop.ts';

const readers = 30;
const bombs = 8;
const password = 'a password of the bench';
/** Milliseconds of reliability R34. */
const most = { signIn: 2000, scan: 300 } as const;

/**
 * Sixty lists of 20,000 goods saved as files, two by each of thirty people, and eight workbooks that are zip bombs, over HTTP against a
 * server process: beside them the slowest sign-in, and the 95th of a hundred scans. Each against what it may take.
 */
export const besideExports: Bench = async (place) => {
  const server = await serverProcess(place.url);
  try {
    const origin = `http://${server.host}`;
    const [tablet, newcomer] = [await tabletOver(place, origin), await person(place.db, { password })];
    const quiet = await scans(tablet, 20);
    const [greedy, senders] = [
      await people(place, [callsOf(sku).list.access], readers),
      await people(place, [importKey], bombs),
    ];
    let over = false;
    let refusedExports = 0;
    const exports = greedy.flatMap((signed) => [exported(origin, signed), exported(origin, signed)]);
    const beside = Promise.all([
      ...exports.map(async (export_) => {
        if (!(await export_)) refusedExports += 1;
      }),
      ...senders.map((signed) => bombed(origin, signed)),
    ]);
    const whole = timed(() => beside).then((time) => {
      over = true;
      return time;
    });
    const signIns: number[] = [];
    const scanned: number[] = [];
    while (!over || scanned.length < 100) {
      signIns.push(await timed(() => signIn(origin, newcomer.username)));
      scanned.push(...(await scans(tablet, 5)));
    }
    const time = await whole;
    const slowest = Math.max(...signIns);
    const late = percentile(scanned, 0.95);
    return [
      {
        name: 'beside 60 list exports and 8 zip bombs: slowest sign-in',
        ratio: slowest / most.signIn,
        atMost: 1,
        figures: `${ms(slowest)} of ${most.signIn}; the exports took ${(time / 1000).toFixed(1)} s, ${refusedExports} refused`,
      },
      {
        name: 'beside 60 list exports and 8 zip bombs: scans, p95',
        ratio: late / most.scan,
        atMost: 1,
        figures: `${ms(late)} of ${most.scan}; alone ${ms(percentile(quiet, 0.95))}`,
      },
    ];
  } finally {
    await server.remove();
  }
};

const importKey = importKinds[importType.goods].access;

async function people({ db }: Place, keys: readonly string[], count: number): Promise<Record<string, string>[]> {
  const made: Record<string, string>[] = [];
  for (let one = 0; one < count; one += 1) made.push(await signedIn(db, await person(db, { keys })));
  return made;
}

async function tabletOver(place: Place, origin: string): Promise<Tablet> {
  const { house, db } = place;
  house.clock.set(new Date());
  const { id: warehouse } = await filledWarehouse(house, await someGoods(db, 1, 7000), { zones: ['A1'] });
  const counter = await person(db, { keys: ['stocktaking:view', 'stocktaking:count'] });
  const signed = await signedIn(db, counter);
  const planned = await sheetPeople(house);
  const sheet = await startedSheet(house, { ...planned, counters: [counter, planned.counters[1]] }, { warehouse });
  const ask = async (_actor: unknown, call: Call, input: unknown): Promise<never> =>
    (await post(`${origin}${bases[call.service]}${call.path}`, input, writing(signed))).result as never;
  const tablet = new Tablet({ ...house, ask: ask as House['ask'] }, counter, sheet);
  await tablet.download('A1');
  return tablet;
}

/** How long each of so many scans took, one after the other with a breath between. */
async function scans(tablet: Tablet, count: number): Promise<number[]> {
  const [{ barcode } = { barcode: '' }] = await someGoods(tablet.house.db, 1, 7000);
  const times: number[] = [];
  for (let scan = 0; scan < count; scan += 1) {
    tablet.house.clock.set(new Date());
    tablet.count(barcode, { zone: 'A1' });
    times.push(await timed(() => tablet.send()));
    if (tablet.waiting.length > 0) throw new Error('a scan was not taken');
    await sleep(5);
  }
  return times;
}

async function signIn(origin: string, username: string): Promise<void> {
  const answer = await post(`${origin}${bases.acl}/login`, { appid: 'erp', username, password }, {});
  if (answer.code !== 200) throw new Error(`no sign-in: ${JSON.stringify(answer)}`);
}

async function exported(origin: string, signed: Record<string, string>): Promise<boolean> {
  const response = await fetch(`${origin}${bases.erp}${callsOf(sku).list.path}`, {
    method: 'POST',
    headers: { ...signed, 'content-type': 'application/json' },
    body: JSON.stringify({ export: 1 }),
  });
  const text = await response.text();
  const { code } = text.startsWith('{') ? (JSON.parse(text) as Answer) : { code: 200 };
  // Busy is an answer; anything else would measure nothing.
  if (code !== 200 && code !== catalogue.tooMany.code) throw new Error(`no export: ${text.slice(0, 200)}`);
  return code === 200;
}

async function bombed(origin: string, signed: Record<string, string>): Promise<void> {
  const form = new FormData();
  form.append('biz', 'import');
  form.append('file', new Blob([new Uint8Array(overlapping(1990, `<a b="${'c'.repeat(260_000)}"/>`))]), 'a.xlsx');
  const url = `${origin}${bases.file}${uploadFile.path}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...signed, [headers.opId]: crypto.randomUUID() },
    body: form,
  });
  const { code } = (await response.json()) as { code: number };
  if (code === 200) throw new Error('a bomb was taken');
}

interface Answer {
  readonly code: number;
  readonly result: unknown;
}

async function post(url: string, input: unknown, more: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...more, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return (await response.json()) as Answer;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
