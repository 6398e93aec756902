import { beforeAll, expect, it } from 'vitest';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { lineOutcome } from '#contract/areas/tasks/tool-batch.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { FileAnswer } from '#server/kit/file-answer.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { bulkAt, bulkHouse, bulkKeys } from '#tests/factories/bulk.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
import { addSupplier } from '#tests/factories/partners.ts';
import { person } from '#tests/factories/people.ts';

// Whoever sees some suppliers learns nothing of the others by changing many, and changes none of them.

const database = await testDatabase();
const house = await bulkHouse(database);
const office = officeOf(database.db);
let own: number;
let other: number;
let limited: Actor;
let everything: Actor;

beforeAll(async () => {
  [own, other] = [await addSupplier(office), await addSupplier(office)];
  limited = await person(database.db, { keys: bulkKeys, scope: [{ supplier: [own] }] });
  everything = await person(database.db, { keys: bulkKeys });
  await house.work();
});

const named = async (id: number) => (await house.ask(anyone(), callsOf(supplier).detail, { id })).name;

it('a look finds neither the id nor the name of what is outside, and answers as for nobody', async () => {
  const fields = { level: 1 };
  const look = async (targets: { id?: number; key?: string }[]) =>
    (await house.ask(limited, bulkAt.look, { targets, fields })).rows;
  const [mine, theirs, nobody] = await look([{ id: own }, { id: other }, { id: 999_999_999 }]);
  expect(mine).toMatchObject({ id: own, refused: null });
  expect(theirs).toEqual({ ...nobody, title: String(other) });
  const [byName] = await look([{ key: await named(other) }]);
  expect(byName).toMatchObject({ id: null, refused: { words: `找不到“${await named(other)}”` } });
});

it('an order changes none of them, and its rows do not name them', async () => {
  const { batch_id: id } = await house.ask(limited, bulkAt.order, { ids: [own, other], fields: { level: 1 } });
  expect(await house.over(limited, id)).toMatchObject({ ok_count: 1, error_count: 1 });
  const { list } = await house.ask(limited, bulkAt.lines, { id });
  expect(list).toMatchObject([
    { outcome: lineOutcome.changed, title: await named(own) },
    { outcome: lineOutcome.refused, title: String(other), changes: [], error: '数据不存在或已被删除' },
  ]);
  expect(await house.ask(anyone(), callsOf(supplier).detail, { id: other })).toMatchObject({ level: 3, version: 1 });
});

it('rows of another’s batch are those of records that one sees, on pages and in files', async () => {
  const { batch_id: id } = await house.ask(everything, bulkAt.order, { ids: [own, other], fields: { settle_days: 5 } });
  await house.over(everything, id);
  expect((await house.ask(everything, bulkAt.lines, { id })).total).toBe(2);
  const seen = await house.ask(limited, bulkAt.lines, { id });
  expect([seen.total, seen.list.map(({ target_id }) => target_id)]).toEqual([1, [own]]);
  const file = (await house.ask(limited, bulkAt.download, { id, export: 1 })) as unknown as FileAnswer;
  expect(file).toBeInstanceOf(FileAnswer);
  expect([file.body.includes(await named(own)), file.body.includes(await named(other))]).toEqual([true, false]);
  expect(file.body).toContain('账期(天)：30 → 5');
  const blind = await person(database.db, { keys: ['tools:view'] });
  await expect(house.ask(blind, bulkAt.lines, { id })).rejects.toMatchObject({ kind: 'forbidden' });
});

it('who lost sight of a record since sees that there was a row, and nothing of what it changed', async () => {
  const leaving = await person(database.db, { keys: bulkKeys });
  const { batch_id: id } = await house.ask(leaving, bulkAt.order, { ids: [other], fields: { settle_days: 9 } });
  await house.over(leaving, id);
  const blinded = { ...leaving, scope: [{ supplier: [own] }] };
  expect((await house.ask(blinded, bulkAt.lines, { id })).list).toMatchObject([{ changes: [] }]);
});
