// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import { figureKey } from '#contract/areas/warehouse/count-fold.ts';
import { NotSaved } from '#src/local/index.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { type CountAction, createCounter, type Result } from './counter.ts';
import { finderOf } from './goods-finder.ts';
import type { OpenSheet } from './sheets.ts';
import { stocktakingOf } from './stocktaking.ts';

describe('what is not kept', () => {
  it('is told as not saved, with the act, and never as counted', async () => {
    const { counter, told, device } = await newBench({ refuse: () => true });
    expect(await counter.act(scan('6901'))).toMatchObject({ word: 'not_saved', why: 'broken', act: scan('6901') });
    expect(told.map((result) => result.word)).toEqual(['not_saved']);
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0 });
  });

  it('stops the line: what comes after it stands behind it, and all is tried again in its order', async () => {
    let broken = true;
    const { counter, told, lines, device } = await newBench({ refuse: () => broken });
    await counter.act({ kind: 'total', code: '6901', qty: 5, grade: 0 });
    broken = false;
    expect(await counter.act(scan('6901'))).toMatchObject({ word: 'not_saved', why: 'held' });
    expect(await codesOn(device)).toEqual([]);
    await counter.again();
    expect((await viewOf(device)).figures.get(key(1))).toMatchObject({ qty: 6 });
    expect(told.map((result) => result.word)).toEqual(['not_saved', 'not_saved', 'total', 'more']);
    expect(lines.map((line) => line.length)).toEqual([1, 2, 0]);
    expect(await counter.act(scan('6902'))).toMatchObject({ word: 'first' });
  });

  it('keeps its place, and what comes while it is tried again stands behind', async () => {
    let failures = 2;
    const { counter, device, lines } = await newBench({ refuse: () => failures-- > 0 });
    await Promise.all([counter.act(scan('6901')), counter.act(scan('x1'))]);
    const again = counter.again();
    await counter.act(scan('x2'));
    await again;
    expect(await codesOn(device)).toEqual([]);
    expect(lines.at(-1)?.map((result) => result.code)).toEqual(['6901', 'x1', 'x2']);
    await counter.again();
    expect(await codesOn(device)).toEqual(['6901', 'x1', 'x2']);
  });

  it('is dropped when somebody has read so, and only what they have read', async () => {
    let broken = true;
    const { counter, device, lines } = await newBench({ refuse: () => broken });
    await counter.act(scan('6901'));
    const read = lines.at(-1) ?? [];
    await counter.act(scan('6902'));
    broken = false;
    await counter.drop(read);
    expect(lines.at(-1)?.map((result) => result.code)).toEqual(['6902']);
    await counter.again();
    expect(await codesOn(device)).toEqual(['6902']);
  });

  it('keeps the time at which it was done, however late it is kept, and so does what stands behind it', async () => {
    let broken = true;
    const { counter, device } = await newBench({ refuse: () => broken });
    await counter.act(scan('6901'));
    device.time += 60_000;
    await counter.act(scan('6902'));
    device.time += 600_000;
    broken = false;
    await counter.again();
    expect(await timesOn(device)).toEqual(['2025-03-03T08:00:00.000Z', '2025-03-03T08:01:00.000Z']);
  });

  it('counts once, if it was kept all the same and only the word of it was lost', async () => {
    let lost = true;
    const { counter, told, device } = await newBench({ lost: () => lost });
    expect(await counter.act(scan('6901', { qty: 3 }))).toMatchObject({ word: 'not_saved' });
    lost = false;
    await counter.again();
    expect(told.at(-1)).toMatchObject({ code: '6901', opId: expect.any(String) });
    expect(await codesOn(device)).toEqual(['6901']);
    expect((await viewOf(device)).figures.get(key(1))).toMatchObject({ qty: 3 });
  });

  it('is a code that the server would take for no code: longer than 64', async () => {
    const { counter, device } = await newBench();
    expect(await counter.act(scan('9'.repeat(65)))).toMatchObject({ word: 'not_saved', why: 'too_long' });
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0 });
    // Nothing could be tried again, so the line goes on.
    expect(await counter.act(scan('6901'))).toMatchObject({ word: 'first' });
  });
});

it('lets no scan overtake one whose disk is slow', async () => {
  const { counter, told, device } = await newBench({ slowFirst: 30 });
  await Promise.all([counter.act(scan('6901')), counter.act(scan('6902'))]);
  expect(await codesOn(device)).toEqual(['6901', '6902']);
  expect(told.map((result) => result.code)).toEqual(['6901', '6902']);
});

it('goes on when the screen cannot show a result', async () => {
  const { counter, device, problems } = await newBench({ deaf: true });
  await Promise.all([counter.act(scan('6901')), counter.act(scan('6902')), counter.act(scan('6901'))]);
  expect(await codesOn(device)).toEqual(['6901', '6902', '6901']);
  expect(problems.length).toBeGreaterThan(1);
});

describe('what is unknown', () => {
  it('is kept under its code and told as unknown, each time', async () => {
    const { counter, device } = await newBench();
    expect(await counter.act(scan('0000'))).toMatchObject({ word: 'unknown', goods: null });
    expect(await counter.act(scan('0000'))).toMatchObject({ word: 'unknown' });
    const view = await viewOf(device);
    expect(view.figures.get(key('0000'))).toMatchObject({ qty: 2 });
  });

  it('includes a code that several goods have in other letter case: neither is counted', async () => {
    const { counter, device } = await newBench();
    expect(await counter.act(scan('85123AB'))).toMatchObject({ word: 'unknown', goods: null, code: '85123AB' });
    expect(await codesOn(device)).toEqual(['85123AB']);
  });
});

// What is said of a scan is the same whether the screen's figures have come round or not.
describe.each(['never read', 'behind', 'current'] as const)('pieces of known goods, by a view that is %s', (view) => {
  const benchOf = (given: Given = {}) => newBench({ view, ...given });

  it('are those of the code as it is spelled, where letter case alone tells two goods apart', async () => {
    const { counter, device } = await benchOf();
    for (const code of ['85123aB', '85123Ab', '85123aB']) await counter.act(scan(code));
    const { figures } = await viewOf(device);
    expect([3, 4].map((sku) => figures.get(key(sku))?.qty)).toEqual([1, 2]);
    expect(await codesOn(device)).toEqual(['85123aB', '85123Ab', '85123aB']);
  });

  it('tell the first from one more, in each grade and zone', async () => {
    const { counter, device } = await benchOf();
    const words = [];
    for (const act of [scan('6901'), scan('6901'), scan('6902'), scan('6901', { grade: 1 }), scan('6901')]) {
      words.push((await counter.act(act)).word);
    }
    expect(words).toEqual(['first', 'more', 'first', 'first', 'more']);
    expect((await viewOf(device)).figures.get(key(1))).toMatchObject({ qty: 3 });
  });

  it('are one more after a restart, too', async () => {
    const { counter, device } = await benchOf();
    await counter.act(scan('6901'));
    const again = await benchOf({ device });
    expect(await again.counter.act(scan('6901'))).toMatchObject({ word: 'more' });
  });

  it('are found by any spelling and sent in the one the server knows', async () => {
    const { counter, device } = await benchOf();
    expect(await counter.act(scan(' sp-2 '))).toMatchObject({ word: 'first', code: 'SP-2' });
    expect(await codesOn(device)).toEqual(['SP-2']);
  });

  it('can be typed: so many more, or a total that replaces', async () => {
    const { counter, device } = await benchOf();
    await counter.act(scan('6901'));
    expect(await counter.act({ kind: 'add', code: '6901', qty: 12, grade: 0 })).toMatchObject({ word: 'more' });
    expect((await viewOf(device)).figures.get(key(1))).toMatchObject({ qty: 13 });
    expect(await counter.act({ kind: 'total', code: '6901', qty: 5, grade: 0 })).toMatchObject({ word: 'total' });
    expect((await viewOf(device)).figures.get(key(1))).toMatchObject({ qty: 5 });
  });

  it('can be taken back, and the next one is the first again', async () => {
    const { counter, device } = await benchOf();
    const { opId = '' } = await counter.act(scan('6901'));
    expect(await counter.act({ kind: 'void', voids: opId })).toMatchObject({ word: 'taken_back', code: '6901' });
    expect((await viewOf(device)).figures.get(key(1))).toBeUndefined();
    expect(await counter.act(scan('6901'))).toMatchObject({ word: 'first' });
  });

  it('are one more where something else of them was taken back', async () => {
    const { counter } = await benchOf();
    await counter.act(scan('6901'));
    const { opId = '' } = await counter.act(scan('6901'));
    await counter.act({ kind: 'void', voids: opId });
    expect(await counter.act(scan('6901'))).toMatchObject({ word: 'more' });
  });

  it('are one more where a total that said none was taken back, and the first where it stands', async () => {
    const { counter } = await benchOf();
    await counter.act(scan('6901'));
    const { opId = '' } = await counter.act({ kind: 'total', code: '6901', qty: 0, grade: 0 });
    expect(await counter.act(scan('6901'))).toMatchObject({ word: 'first' });
    await counter.act({ kind: 'void', voids: opId });
    expect(await counter.act(scan('6901'))).toMatchObject({ word: 'more' });
  });
});

describe('the last one', () => {
  it('is nothing where nothing is left, which is told so, keeps nothing and holds nothing up', async () => {
    const { counter, lines, device } = await newBench();
    expect(await counter.act({ kind: 'void' })).toMatchObject({ word: 'nothing' });
    await counter.act(scan('6901'));
    expect(await counter.act({ kind: 'void' })).toMatchObject({ word: 'taken_back', code: '6901' });
    expect(await counter.act({ kind: 'void' })).toMatchObject({ word: 'nothing' });
    expect(await counter.act(scan('6902'))).toMatchObject({ word: 'first' });
    expect(await codesOn(device)).toEqual(['6901', '6901', '6902']);
    expect(lines).toEqual([]);
  });

  it('is the one before it the second time, however fast they come', async () => {
    const { counter, told } = await newBench();
    const actions: CountAction[] = [scan('6901'), scan('6902'), { kind: 'void' }, { kind: 'void' }];
    await Promise.all(actions.map((action) => counter.act(action)));
    expect(told.slice(2)).toMatchObject([
      { word: 'taken_back', code: '6902' },
      { word: 'taken_back', code: '6901' },
    ]);
  });

  it('is the last that is kept when its turn comes, not when it was done', async () => {
    let broken = true;
    const { counter, told } = await newBench({ refuse: () => broken });
    await Promise.all([counter.act(scan('6901')), counter.act({ kind: 'void' }), counter.act(scan('6902'))]);
    broken = false;
    await counter.again();
    expect(told.slice(3)).toMatchObject([
      { word: 'first', code: '6901' },
      { word: 'taken_back', code: '6901' },
      { word: 'first', code: '6902' },
    ]);
  });
});

it('takes back once what is taken back twice by name', async () => {
  const { counter, device } = await newBench();
  const { opId: voids = '' } = await counter.act(scan('6901'));
  expect(await counter.act({ kind: 'void', voids })).toMatchObject({ word: 'taken_back' });
  expect(await counter.act({ kind: 'void', voids })).toMatchObject({ word: 'nothing' });
  expect(await codesOn(device)).toHaveLength(2);
});

it('keeps 500 scans that come without waiting, each once and in their order, and tells each after it is kept', async () => {
  const { counter, told, device } = await newBench();
  const codes = Array.from({ length: 500 }, (_, index) =>
    index % 7 === 3 ? `x${index}` : index % 2 ? '6901' : '6902',
  );
  await Promise.all(codes.map((code) => counter.act(scan(code))));
  expect(await codesOn(device)).toEqual(codes);
  expect(told.map((result) => result.code)).toEqual(codes);
});

it('says in a recount which goods were not asked for', async () => {
  const { counter } = await newBench({ recount: [{ sku_id: 1, imperfect_type: 0 }] });
  expect(await counter.act(scan('6901'))).toMatchObject({ asked: true });
  expect(await counter.act(scan('6901', { grade: 1 }))).toMatchObject({ asked: false });
  expect(await counter.act(scan('6902'))).toMatchObject({ asked: false });
});

const goods: SheetGoods[] = [
  { sku_id: 1, sku_no: 'SP-1', name: '衬衫', color: '白', size: 'M', imperfect_type: 0, barcodes: ['6901'] },
  { sku_id: 2, sku_no: 'SP-2', name: '长裤', color: '黑', size: 'L', imperfect_type: 0, barcodes: ['6902'] },
  { sku_id: 3, sku_no: 'SP-3', name: '茶杯', color: '白', size: '大', imperfect_type: 0, barcodes: ['85123Ab'] },
  { sku_id: 4, sku_no: 'SP-4', name: '茶杯', color: '红', size: '大', imperfect_type: 0, barcodes: ['85123aB'] },
];

interface Given {
  device?: TestDevice;
  refuse?: () => boolean;
  /** Whether an entry is kept, and then told as not kept. */
  lost?: () => boolean;
  /** The screen throws at every result. */
  deaf?: boolean;
  /** Milliseconds that the first entry takes longer. */
  slowFirst?: number;
  recount?: OpenSheet['sheet']['recount'];
  /** What the screen knows at each act; `behind`: what it knew when it opened. */
  view?: 'never read' | 'behind' | 'current';
}

async function newBench({ device: given, view = 'behind', ...rest }: Given = {}) {
  const device = given ?? (await newDevice());
  const { refuse = () => false, lost = () => false, deaf = false, recount = [] } = rest;
  let { slowFirst = 0 } = rest;
  let seen = view === 'never read' ? null : await viewOf(device);
  const told: Result[] = [];
  const lines: (readonly Result[])[] = [];
  const problems: unknown[] = [];
  const counter = createCounter({
    journal: {
      append: async (entry) => {
        const wait = slowFirst;
        slowFirst = 0;
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        if (refuse()) throw new NotSaved(new Error('disk'));
        const row = await stocktakingOf(device.local).append(entry);
        if (view === 'current') seen = await viewOf(device);
        if (lost()) throw new NotSaved(new Error('disk'));
        return row;
      },
      countsNow: stocktakingOf(device.local).countsNow,
    },
    open: { sheet: { id: 7, round: 1, recount }, ...finderOf(goods) },
    uid: 11,
    zone: 'A',
    view: () => seen,
    tell: (result) => {
      told.push(result);
      if (deaf) throw new Error('the screen fell over');
    },
    stop: (line) => lines.push(line),
    report: (problem) => problems.push(problem),
  });
  const act = (action: CountAction) => counter.act({ ...action, made: device.local.outbox.stamp() });
  return { device, counter: { ...counter, act }, told, lines, problems };
}

function scan(code: string, { grade = 0, qty = 1 } = {}): CountAction {
  return { kind: 'add', code, qty, grade };
}

function key(part: number | string): string {
  return figureKey({ round: 1, zone: 'A', counter: 11, goods: part, imperfect_type: 0 });
}

function viewOf(device: TestDevice) {
  return stocktakingOf(device.local).countsNow({ uid: 11, sheetId: 7 });
}

/** The codes of the outbox, in the order in which they will be sent. */
function codesOn(device: TestDevice): Promise<string[]> {
  return unsentOn(device, 'barcode');
}

function timesOn(device: TestDevice): Promise<string[]> {
  return unsentOn(device, 'at');
}

async function unsentOn(device: TestDevice, column: string): Promise<string[]> {
  const { rows } = (await device.local.outbox.carryOut()) ?? { rows: [] };
  return rows.map((row) => String(new Map(Object.entries({ ...row, ...(row.payload as object) })).get(column) ?? ''));
}
