import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { forgetFiles } from '#server/areas/tasks/forget-files.ts';
import { maySeeFile } from '#server/kit/attachments/may-see-file.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import { testStore, uploaded } from '#tests/factories/files.ts';
import { addBrand, next } from '#tests/factories/goods.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
import { person } from '#tests/factories/people.ts';

const { db } = await testDatabase();
const store = await testStore();
const office = officeOf(db);
const calls = callsOf(brand);
const [maker, other] = [anyone(), anyone({ id: (await person(db)).id })];
const path = (id: string): string => `/get/${id}`;
const logo = async (more: Partial<Parameters<typeof uploaded>[1]> = {}): Promise<string> =>
  path(await uploaded(db, { store, by: maker, at: new Date(), purpose: 'logo', name: '标志.png', ...more }));
const holder = async (at: string) =>
  (
    await sql<{ doc_type: string | null; doc_id: number | null; admin_id: number }>`
      select doc_type, doc_id, admin_id from stored_file where ${at} = '/get/' || file_id`.execute(db)
  ).rows[0];

afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([]);
});

describe('a logo is refused', () => {
  test.each(['https://elsewhere.example/a.png', '/get/..', '/get/123', 'uploading', ''])(
    'that is %j and no uploaded file',
    async (logo_path) => {
      expect(await office.refused(calls.add, { name: `牌${next()}`, logo_path })).toMatchObject({
        kind: 'invalid',
        field: 'logo_path',
      });
    },
  );

  test('that nobody uploaded, somebody else did, was for something else, is too old or did not come whole', async () => {
    const old = new Date('2020-01-01T00:00:00Z');
    const wrong = [
      path('0'.repeat(32)),
      await logo({ by: other }),
      await logo({ purpose: 'voucher' }),
      await logo({ at: old }),
      await logo({ ready: false }),
    ];
    for (const logo_path of wrong)
      expect(await office.refused(calls.add, { name: `牌${next()}`, logo_path })).toMatchObject({
        kind: 'notFound',
        field: 'logo_path',
      });
  });

  test('that another brand has, also when both ask for it at once', async () => {
    const logo_path = await logo();
    const names = [`牌${next()}`, `牌${next()}`];
    const came = await atOnce(
      db,
      sql`select 1 from stored_file where ${logo_path} = '/get/' || file_id for update`,
      names.map((name) => async () => {
        try {
          return (await office.call(calls.add, { name, logo_path })).id > 0;
        } catch (error) {
          return error instanceof Refusal ? error.kind : error;
        }
      }),
    );
    expect(came.map(String).sort()).toEqual(['notFound', 'true']);
    expect(await office.refused(calls.add, { name: `牌${next()}`, logo_path })).toMatchObject({ kind: 'notFound' });
  });
});

test('a logo stands on its brand for whoever sees the brand, is changed, taken away and told of', async () => {
  const [first, second] = [await logo(), await logo()];
  const id = await addBrand(office, { logo_path: first });
  expect(await holder(first)).toMatchObject({ doc_type: 'brand', doc_id: id });
  const held = (await holder(first)) ?? { admin_id: 0, doc_type: null, doc_id: null };
  expect(await maySeeFile(db, anyone({ id: other.id, keys: ['unit:view'] }), held)).toBe(false);
  expect(await maySeeFile(db, anyone({ id: other.id, keys: ['brand:view'] }), held)).toBe(true);
  expect((await office.call(calls.list, { ids: [id] })).list).toMatchObject([{ id, logo_path: first }]);

  // What an edit does not name stays.
  await office.call(calls.edit, { id, version: 1, intro: '新的介绍' } as never);
  expect(await holder(first)).toMatchObject({ doc_id: id });
  await office.call(calls.edit, { id, version: 2, logo_path: second } as never);
  expect([await holder(first), await holder(second)]).toMatchObject([{ doc_id: null }, { doc_id: id }]);
  await office.call(calls.edit, { id, version: 3, logo_path: null } as never);
  const after = await office.call(calls.detail, { id });
  expect(after).toMatchObject({ logo_path: null, version: 4 });
  expect(
    after.audit.filter(({ label }) => /附件/.test(label)).map(({ label, remark }) => `${label} ${remark}`),
  ).toEqual([
    '添加附件 品牌LOGO：标志.png',
    '移除附件 品牌LOGO：标志.png',
    '添加附件 品牌LOGO：标志.png',
    '移除附件 品牌LOGO：标志.png',
  ]);
});

test('a logo in use is never swept, one that was let go is', async () => {
  const [used, unused] = [await logo(), await logo()];
  await addBrand(office, { logo_path: used });
  await forgetFiles({ db, files: store, now: new Date(Date.now() + 30 * 86_400_000) });
  expect([await holder(used), await holder(unused)]).toMatchObject([{ doc_type: 'brand' }, undefined]);
});
