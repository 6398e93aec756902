import { beforeAll, describe, expect, it } from 'vitest';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { definitions } from '#contract/definitions.ts';
import { type AnyDefinition, isDocument } from '#contract/kit/definition.ts';
import { type DocumentCalls, documentCalls, type RelatedKind } from '#contract/kit/document-calls.ts';
import { calledSteps } from '#contract/kit/transition.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { atDock, type DockPeople, dockPeople, receiveWhole } from '#tests/factories/inbound.ts';
import { pieces } from '#tests/factories/shelf.ts';
import { links } from './links.ts';

// What is said about every document besides itself, asked of an order, its appointment and the batch that came in.

let house: House;
let people: DockPeople;
let way: { purchase: number; arrival: number; batch: number; warehouse: number };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await dockPeople(house);
  const [one] = await pieces(house.db, 1);
  const dock = await atDock(house.db, { lines: [{ sku_id: one?.id ?? 0, qty: 4, price: 1000 }] });
  way = { ...dock, batch: await receiveWhole(house, { people, arrival: dock.arrival }) };
});

const callsFor = (definition: AnyDefinition): DocumentCalls => documentCalls(definition) as DocumentCalls;
const named = (kinds: readonly RelatedKind[]) =>
  Object.fromEntries(kinds.map(({ doc, records }) => [doc, records.map(({ id }) => id)]));
const views = ['purchaseOrder:view', 'arrivalOrder:view', 'InWareBatch:view'];

describe('what hangs together with a document', () => {
  it('is nothing for who may not see the document', async () => {
    const stranger = await house.person('外仓', views, [{ warehouse: [] }]);
    for (const [definition, id] of [
      [inWareBatch, way.batch],
      [purchaseOrder, way.purchase],
    ] as const) {
      await expect(house.ask(stranger, callsFor(definition).related, { id })).rejects.toMatchObject({
        kind: 'notFound',
      });
      await expect(house.ask(stranger, callsFor(definition).nextStep, { id })).rejects.toMatchObject({
        kind: 'notFound',
      });
    }
  });

  it('is left out kind by kind where its key is missing', async () => {
    const clerk = await house.person('文员', ['InWareBatch:view', 'purchaseOrder:view']);
    const { before, after } = await house.ask(clerk, callsFor(inWareBatch).related, { id: way.batch });
    expect(named(before)).toEqual({ [purchaseOrder.name]: [way.purchase] });
    expect(after).toEqual([]);
  });

  it('is what it comes from and what came of it, told from either end in the order of the way', async () => {
    const reader = await house.person('读者', views);
    const of = async (definition: AnyDefinition, id: number) =>
      await house.ask(reader, callsFor(definition).related, { id });
    const batch = await of(inWareBatch, way.batch);
    expect(batch.before.map(({ doc }) => doc)).toEqual([purchaseOrder.name, arrivalOrder.name]);
    expect(named(batch.before)).toEqual({ purchaseOrder: [way.purchase], arrivalOrder: [way.arrival] });
    const order = await of(purchaseOrder, way.purchase);
    expect(order.before).toEqual([]);
    expect(named(order.after)).toEqual({ arrivalOrder: [way.arrival], inWareBatch: [way.batch] });
    expect(order.after.find(({ doc }) => doc === inWareBatch.name)?.records[0]?.state).toMatchObject({ tone: 'done' });
  });
});

it('states are counted of every document that has a list, for who may take its steps and for who may not', async () => {
  const documents = definitions.filter((one) => isDocument(one) && documentCalls(one)?.statusStat);
  const keysOfSteps = documents.flatMap((one) => calledSteps(one).map(({ access }) => access));
  for (const keys of [[], keysOfSteps]) {
    const reader = await house.person('数单', [...documents.map((one) => one.calls.list?.[1] ?? ''), ...keys]);
    for (const one of documents) {
      const { statusStat } = callsFor(one);
      if (!statusStat) continue;
      const { list, waiting } = await house.ask(reader, statusStat, {});
      expect([one.name, waiting <= list.reduce((sum, { count }) => sum + count, 0)]).toEqual([one.name, true]);
    }
  }
});

it('every link names columns that are there', async () => {
  const { rows } = await house.db.introspection
    .getTables()
    .then((tables) => ({ rows: tables.flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name}`)) }));
  const there = new Set(rows);
  expect(
    links.filter(({ table, column, owner }) => !there.has(`${table}.${column}`) || !there.has(`${table}.${owner}`)),
  ).toEqual([]);
});

it('no two documents share one of these calls, and each that has a page has them', () => {
  const documents = definitions.filter((one) => isDocument(one) && one.calls.detail);
  const paths = documents.flatMap((one) => Object.values(documentCalls(one) ?? {}).map(({ path }) => path));
  expect(new Set(paths).size).toBe(paths.length);
  expect(documents.filter((one) => !documentCalls(one))).toEqual([]);
});
