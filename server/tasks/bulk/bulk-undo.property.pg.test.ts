import fc from 'fast-check';
import { expect, it } from 'vitest';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { batchStatus } from '#contract/areas/tasks/tool-batch.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { runsOf } from '#tests/boot/share.ts';
import { bulkAt, bulkHouse, bulkKeys } from '#tests/factories/bulk.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
import { addSupplier } from '#tests/factories/partners.ts';
import { person } from '#tests/factories/people.ts';

// Whatever many records are changed to and whoever changes some of them meanwhile: undone, they stand as before, but for those.

const runs = Number(process.env.BULK_RUNS ?? runsOf(12));
const database = await testDatabase();
const suppliers = callsOf(supplier);

const fields = fc
  .record(
    {
      level: fc.constantFrom(1, 2, 3, 4),
      settle_cycle: fc.constantFrom(1, 3, 5),
      settle_days: fc.constantFrom(0, 30, 90),
      status: fc.constantFrom(0, 1),
    },
    { requiredKeys: [] },
  )
  .filter((some) => Object.keys(some).length > 0);
const scene = fc.record({
  fields,
  /** How each record stands before, and whether somebody changes it between. */
  records: fc.array(fc.record({ level: fc.constantFrom(1, 2, 3, 4), touched: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
});

it(`${runs} changes of many, undone`, async () => {
  const house = await bulkHouse(database);
  const office = officeOf(database.db);
  const buyer = await person(database.db, { keys: bulkKeys });
  await house.work();
  const standing = async (id: number) => {
    const { level, settle_cycle, settle_days, status, contact, version } = await house.ask(anyone(), suppliers.detail, {
      id,
    });
    return { level, settle_cycle, settle_days, status, contact, version };
  };
  await fc.assert(
    fc.asyncProperty(scene, async ({ fields: written, records }) => {
      const ids: number[] = [];
      for (const { level } of records) ids.push(await addSupplier(office, { level }));
      const before = await Promise.all(ids.map(standing));
      const { batch_id: id } = await house.ask(buyer, bulkAt.order, { ids, fields: written });
      expect(await house.over(buyer, id)).toMatchObject({ status: batchStatus.done, ok_count: ids.length });
      const after = await Promise.all(ids.map(standing));
      for (const one of after) expect(one).toMatchObject(written);
      for (const [place, { touched }] of records.entries())
        if (touched)
          await house.ask(anyone(), suppliers.edit, {
            id: ids[place] ?? 0,
            version: after[place]?.version ?? 0,
            contact: '另有人改',
          });
      const changed = ids.map((_, place) => after[place]?.version !== before[place]?.version);
      if (!changed.some(Boolean)) return;
      await house.ask(buyer, bulkAt.undo, { id });
      const left = records.filter(({ touched }, place) => touched && changed[place]).length;
      const undone = changed.filter(Boolean).length - left;
      expect(await house.over(buyer, id)).toMatchObject({ undone_count: undone, left_count: left });
      for (const [place, { touched }] of records.entries()) {
        const { version: _was, ...then } = before[place] ?? {};
        const { version: _is, ...expected } = touched
          ? { ...after[place], contact: '另有人改' }
          : { ...then, version: 0 };
        expect(await standing(ids[place] ?? 0)).toMatchObject(expected);
      }
    }),
    { numRuns: runs },
  );
  expect(await brokenInvariants(database.db)).toEqual([]);
});
