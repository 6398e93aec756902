import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { calledTransitions } from '#contract/kit/transition.ts';
import { tablesOf } from '#server/database/tables.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type Actor, systemActor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { allotSample, batchSample, statementSample } from '#tests/factories/language.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import type { WriteContext } from './call-context.ts';
import { createDocument } from './create-document.ts';
import { storageOf } from './kinds/index.ts';
import { runTransition } from './run-transition.ts';

// The language of documents, on three that ask most of it, without a line of the kit that knows them.

const samples: readonly AnyDefinition[] = [allotSample, batchSample, statementSample];

let db: Kysely<unknown>;
let house: House;
let maker: Actor;
let judge: Actor;
let other: Actor;
let place: number;
let far: number;
let goods: number[];

beforeAll(async () => {
  ({ db } = await testDatabase());
  for (const sample of samples)
    for (const statement of tablesOf(sample, (name, field) => storageOf(field).column(name, field)))
      await sql.raw(statement).execute(db);
  house = openHouse(db, undefined, samples);
  const keys = samples.flatMap((one) => [
    ...Object.values(one.calls).map(([, access]) => access),
    ...calledTransitions(one).map(([, step]) => step.access),
  ]);
  maker = await house.person('制单', keys);
  judge = await house.person('审核', keys);
  other = await house.person('旁人', keys);
  place = (await shelf(db, { zones: ['A'] })).id;
  far = (await shelf(db, { zones: ['A'] })).id;
  goods = (await pieces(db, 2)).map(({ id }) => id);
});

const take = (definition: AnyDefinition, name: string, by: Actor, input: Record<string, unknown>) =>
  house.ask(by, transitionCall(definition, name), input);
const add = async (definition: AnyDefinition, input: Record<string, unknown>, by = maker): Promise<number> =>
  (await house.ask(by, callsOf(definition).add, input as never)).id;
const read = (definition: AnyDefinition, id: number, by = maker) =>
  house.ask(by, callsOf(definition).detail, { id }) as unknown as Promise<Read>;

interface Read {
  status: number;
  version: number;
  lines: { id: number; [name: string]: unknown }[];
  audit: {
    action: string;
    from_status: number | null;
    to_status: number | null;
    admin_id: number;
    remark: string | null;
  }[];
  allowed: { transitions: string[]; edit: boolean; rejects?: Record<string, string> };
  [name: string]: unknown;
}

const within = <T>(work: (context: WriteContext) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx) => {
    const origin = { requestId: 'test', ip: '', device: undefined, userAgent: '' };
    return work({
      db: tx,
      actor: systemActor,
      now: house.clock.now(),
      opId: crypto.randomUUID(),
      origin,
      log: {} as never,
    });
  });

const newBatch = () =>
  add(batchSample, {
    warehouse_id: place,
    lines: [
      { sku_id: goods[0], qty: 5 },
      { sku_id: goods[1], qty: 7 },
    ],
  });
const newAllot = (input: object = {}) =>
  add(allotSample, { out_warehouse_id: place, in_warehouse_id: far, lines: [{ sku_id: goods[0], qty: 5 }], ...input });

describe('where a document begins', () => {
  it('is where its machine says, and the first row of its history says so', async () => {
    const batch = await read(batchSample, await newBatch());
    expect([batch.status, batch.audit[0]?.to_status]).toEqual([1, 1]);
    const statement = await read(statementSample, await add(statementSample, { payable_amount: 0 }));
    expect(statement.status).toBe(0);
  });

  it('may be another state for one that is made from another, which knows its source; no state that is none of its beginnings', async () => {
    const id = await newAllot();
    const source = { definition: allotSample, id, no: 'XD1' };
    const values = { warehouse_id: place };
    await expect(
      within((context) => createDocument(house.kit, context, { definition: batchSample, values, status: 2 })),
    ).rejects.toThrow('does not begin in 2');
    const { id: made } = await within((context) =>
      createDocument(house.kit, context, {
        definition: batchSample,
        values,
        lines: [{ sku_id: goods[0], qty: 2, source_line_id: 1 }],
        status: 4,
        source,
      }),
    );
    const batch = await read(batchSample, made);
    expect(batch).toMatchObject({ status: 4, source_type: 'sampleAllot', source_id: id, source_no: 'XD1' });
    expect(batch.lines[0]).toMatchObject({ qty: 2, source_line_id: 1 });
    expect(batch.audit).toMatchObject([{ action: 'add', from_status: null, to_status: 4 }]);
  });
});

describe('steps that share a call', () => {
  it('are told apart by the state of the document, and refused in every other', async () => {
    const first = await newBatch();
    expect((await read(batchSample, first)).allowed.transitions).toEqual(['count', 'cancel']);
    await take(batchSample, 'cancel', maker, { id: first, reason: '不要了' });
    expect((await read(batchSample, first)).audit.at(-1)).toMatchObject({ action: 'cancel', from_status: 1 });
    await expect(take(batchSample, 'cancel', maker, { id: first, reason: '再来' })).rejects.toMatchObject({
      code: 4010,
    });
    const posted = await within((context) =>
      createDocument(house.kit, context, { definition: batchSample, values: { warehouse_id: place }, status: 4 }),
    );
    await take(batchSample, 'cancel', maker, { id: posted.id, reason: '冲掉' });
    expect((await read(batchSample, posted.id)).audit.at(-1)).toMatchObject({ action: 'reverse', from_status: 4 });
  });
});

describe('a step that asks for lines', () => {
  it('refuses a line of another document, one twice, one left out where all are asked, and a field that is none', async () => {
    const [one, another] = [await newBatch(), await newBatch()];
    const stray = (await read(batchSample, another)).lines[0]?.id;
    const own = (await read(batchSample, one)).lines[0]?.id;
    for (const [lines, code] of [
      [[{ line_id: stray, count_qty: 1 }], 4004],
      [
        [
          { line_id: own, count_qty: 1 },
          { line_id: own, count_qty: 2 },
        ],
        4001,
      ],
      [[{ line_id: own, count_qty: -1 }], 4001],
      [[{ line_id: own, count_qty: 1, qty: 9 }], 4001],
      [[], 4001],
    ] as const)
      await expect(take(batchSample, 'count', maker, { id: one, lines }), JSON.stringify(lines)).rejects.toMatchObject({
        code,
      });
    expect((await read(batchSample, one)).status).toBe(1);
    const allot = await newAllot({ lines: goods.map((sku_id) => ({ sku_id, qty: 3 })) });
    await take(allotSample, 'check', judge, { id: allot, result: 1 });
    await take(allotSample, 'send', maker, { id: allot, waybill_no: 'SF1' });
    const [line] = (await read(allotSample, allot)).lines;
    await expect(
      take(allotSample, 'sign', maker, { id: allot, lines: [{ line_id: line?.id, sign_qty: 3 }] }),
    ).rejects.toMatchObject({
      code: 4001,
      message: '第 2 行还没有填写',
    });
  });

  it('writes what it is told into them, and nothing else', async () => {
    const id = await newBatch();
    const [line, rest] = (await read(batchSample, id)).lines;
    await take(batchSample, 'count', maker, { id, lines: [{ line_id: line?.id, count_qty: 4 }] });
    const counted = await read(batchSample, id);
    expect(counted.status).toBe(2);
    expect(counted.lines).toMatchObject([
      { id: line?.id, qty: 5, count_qty: 4 },
      { id: rest?.id, qty: 7, count_qty: null },
    ]);
  });
});

describe('a step that leads to one of several states', () => {
  it.each([
    [5, 5],
    [4, 6],
  ])('goes by what its lines were told: %i of 5 signed leads to %i', async (signed, status) => {
    const id = await newAllot();
    await take(allotSample, 'check', judge, { id, result: 1 });
    await take(allotSample, 'send', maker, { id, waybill_no: 'SF2' });
    const sent = await read(allotSample, id);
    expect(sent).toMatchObject({ status: 3, waybill_no: 'SF2' });
    await take(allotSample, 'sign', other, {
      id,
      lines: sent.lines.map((line) => ({ line_id: line.id, sign_qty: signed })),
    });
    expect((await read(allotSample, id)).status).toBe(status);
  });

  it.each([
    [0, 6],
    [100, 4],
  ])('goes by the record: %i fen to pay leads to %i', async (payable_amount, status) => {
    const id = await add(statementSample, { payable_amount, submit: 1 });
    expect((await read(statementSample, id)).status).toBe(1);
    await take(statementSample, 'departmentAudit', judge, { id, result: 1 });
    // One who passed an earlier step passes no later one; whoever made it passes none.
    for (const barred of [judge, maker])
      await expect(take(statementSample, 'supplierConfirm', barred, { id, result: 1 })).rejects.toMatchObject({
        code: 4010,
      });
    await take(statementSample, 'supplierConfirm', other, { id, result: 1 });
    expect((await read(statementSample, id)).status).toBe(status);
  });
});

describe('what a person may do', () => {
  it('is one answer of rows and records: keys, states, and who has a part in it', async () => {
    const id = await newAllot();
    const rows = async (by: Actor) =>
      ((await house.ask(by, callsOf(allotSample).list, { ids: [id] })) as unknown as { list: Read[] }).list[0]?.allowed;
    const own = {
      transitions: ['check', 'cancel'],
      rejects: { check: '您是制单人，不能审核同一样例调拨' },
      edit: false,
    };
    expect([await rows(maker), (await read(allotSample, id)).allowed]).toEqual([own, own]);
    expect(await rows(judge)).toEqual({ transitions: ['check', 'cancel'], edit: false });
    const looker = await house.person('看的人', ['sampleAllot:view']);
    expect(await rows(looker)).toEqual({ transitions: [], edit: false });
  });
});

describe('steps that nobody presses', () => {
  it('come with an edit where the machine says so, and count as a submission', async () => {
    const id = await newAllot();
    await take(allotSample, 'check', judge, { id, result: 2, remark: '改' });
    expect((await read(allotSample, id)).allowed).toMatchObject({ edit: true });
    await house.ask(maker, callsOf(allotSample).edit, { id, version: 2, in_warehouse_id: far } as never);
    const again = await read(allotSample, id);
    expect(again).toMatchObject({ status: 1, submitted_by: maker.id });
    expect(again.audit.map(({ action }) => action)).toEqual(['add', 'check', 'edit', 'resubmit']);
    // The earlier verdict is void: the same judge may judge anew.
    await take(allotSample, 'check', judge, { id, result: 1 });
  });

  it('are taken by an effect of another document, for whoever cannot see this one as well, and refused in a wrong state', async () => {
    const id = await newAllot();
    await expect(
      within((context) => runTransition(house.kit.registry, context, { definition: allotSample, name: 'close', id })),
    ).rejects.toMatchObject({ code: 4010 });
    await sql`update sample_allot set status = 6 where id = ${id}`.execute(db);
    await within((context) =>
      runTransition(
        house.kit.registry,
        { ...context, actor: { ...other, scope: [{ warehouse: [] }] } },
        {
          definition: allotSample,
          name: 'close',
          id,
          remark: '差异已判责',
        },
      ),
    );
    expect((await read(allotSample, id)).audit.at(-1)).toMatchObject({
      action: 'close',
      from_status: 6,
      to_status: 5,
      remark: '差异已判责',
      admin_id: other.id,
    });
  });

  it('are taken by the clock: not before their time, each once, also by two servers at once', async () => {
    const lapse_at = new Date(house.clock.now().getTime() + 60_000).toISOString();
    const ids = await Promise.all([1, 2, 3].map(() => add(statementSample, { payable_amount: 5, lapse_at })));
    await sql`update sample_statement set status = 4 where id = any(${ids}::bigint[])`.execute(db);
    await house.takeDue();
    expect((await read(statementSample, ids[0] ?? 0)).status).toBe(4);
    house.clock.advance(120_000);
    await Promise.all([house.takeDue(), house.takeDue()]);
    await house.takeDue();
    for (const id of ids) {
      const { status, audit } = await read(statementSample, id);
      expect([status, audit.filter(({ action }) => action === 'lapse').length]).toEqual([8, 1]);
      expect(audit.at(-1)?.admin_id).toBe(systemActor.id);
    }
  });
});

describe('a document seen from two sides', () => {
  it('is seen by whoever sees either, named whole, and by nobody else', async () => {
    const id = await newAllot();
    const at = (...ids: number[]) => house.person('一方', [...maker.permissions], [{ warehouse: ids }]);
    const [sender, receiver, stranger] = [
      await at(place),
      await at(far),
      await at((await shelf(db, { zones: ['A'] })).id),
    ];
    for (const side of [sender, receiver])
      expect(await read(allotSample, id, side)).toMatchObject({
        out_warehouse_id__title: expect.any(String) as unknown,
        in_warehouse_id__title: expect.any(String) as unknown,
      });
    await expect(read(allotSample, id, stranger)).rejects.toMatchObject({ code: 4004 });
    await expect(
      newAllot().then(() => add(allotSample, { out_warehouse_id: place, in_warehouse_id: far, lines: [] }, stranger)),
    ).rejects.toMatchObject({
      code: 4001,
    });
    await add(allotSample, { out_warehouse_id: place, in_warehouse_id: far, lines: [] }, sender);
  });
});
