import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { filePurposes } from '#contract/areas/tasks/files.ts';
import { importKinds } from '#contract/areas/tasks/import-kinds.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { type AttachmentCalls, attachmentCalls } from '#contract/kit/attachments.ts';
import { headers } from '#contract/kit/call.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { type Importer, importOffice } from '#tests/factories/imports.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { openingStock, stockPeople } from '#tests/factories/stock.ts';
import { forgetFiles } from './forget-files.ts';
import { safeName } from './receive-file.ts';

const database = await testDatabase();
const { db } = database;
const office = await importOffice(database);
const keys = ['spu:importSpu'];
const order = { mapping: { code: 0, name: 1, price: 2 }, options: {} };
const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#963' } })
  .png()
  .toBuffer();
const kept = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from stored_file where ready`.execute(db)).rows[0]
    ?.count ?? 0;

describe('an upload is refused', () => {
  test('without a token, a key, an op id', async () => {
    const clerk = await office.hire();
    expect(await office.upload({ headers: {} }, { content: 'a\n' })).toMatchObject({ code: 401 });
    expect(await office.upload(clerk, { content: 'a\n' })).toMatchObject({ code: 4003 });
    const importer = await office.hire({ keys });
    expect(await office.upload(importer, { content: 'a,b,c\n', opId: 'x' })).toMatchObject({
      code: 4001,
      field: 'Idempotency-Key',
    });
    expect(await kept()).toBe(0);
  });

  test.each<[string, Buffer | string, string, string]>([
    ['nothing in it', '', 'import', '空'],
    ['no purpose', 'a\n', '', '用途'],
    ['a purpose there is not', 'a\n', 'toString', '用途'],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), 'import', 'CSV'],
    ['a picture as a table', png, 'import', 'CSV'],
    ['a page as a picture', '<html><script>alert(1)</script>', 'voucher', 'PNG'],
    ['a drawing with a script', '<svg onload="alert(1)"/>', 'voucher', 'PNG'],
    ['half a workbook', Buffer.from('PK\u0003\u0004 and no more'), 'import', '损坏'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'import', 'xlsx'],
  ])('%s', async (_what, content, biz, words) => {
    const importer = await office.hire({ keys });
    const answer = await office.upload(importer, { content, biz, name: 'invoice.png' });
    expect(answer).toMatchObject({ code: 4001, msg: expect.stringContaining(words), result: null });
    expect(await kept()).toBe(0);
  });

  test('larger than its purpose allows', async () => {
    const importer = await office.hire({ keys });
    const content = Buffer.concat([png, Buffer.alloc(filePurposes.voucher.bytes)]);
    expect(await office.upload(importer, { content, biz: 'voucher' })).toMatchObject({
      code: 4130,
      msg: expect.stringContaining('10 MB'),
    });
    expect(await kept()).toBe(0);
    expect((await sql`select 1 from stored_file`.execute(db)).rows).toEqual([]);
  });

  test('as a logo: without the key of brands, no picture, or too large', async () => {
    const at = '/api/erp/v1/brand/uploadLogo';
    const clerk = await office.hire({ keys: ['brand:view'] });
    for (const biz of ['', 'logo'])
      expect(await office.upload(clerk, { content: png, biz, ...(biz === '' && { at }) })).toMatchObject({
        code: 4003,
      });
    const buyer = await office.hire({ keys: ['brand:edit'] });
    for (const content of ['<svg onload="alert(1)"/>', '%PDF-1.7', 'GIF89a'])
      expect(await office.upload(buyer, { content, biz: '', at, name: 'logo.png' })).toMatchObject({
        code: 4001,
        msg: 'LOGO只能是 PNG、JPEG 文件',
        field: 'file',
      });
    const large = Buffer.concat([png, Buffer.alloc(filePurposes.logo.bytes)]);
    expect(await office.upload(buyer, { content: large, biz: '', at })).toMatchObject({
      code: 4130,
      msg: 'LOGO不能超过 2 MB',
    });
    expect(await kept()).toBe(0);
  });

  // Over a real connection: a browser that still sends does not read its answer.
  test('however much of it is still to come', async () => {
    const { headers: own } = await office.hire();
    const address = await office.server.app.listen({ port: 0 });
    const form = new FormData();
    form.set('biz', 'import');
    form.set('file', new Blob([new Uint8Array(30 * 1_048_576)]), 'x.csv');
    const whole = new Response(form);
    const asked = request(`${address}/api/file/upload`, {
      method: 'POST',
      headers: { ...own, [headers.opId]: crypto.randomUUID(), 'content-type': whole.headers.get('content-type') ?? '' },
    });
    const signal = AbortSignal.timeout(4000);
    const sent = once(asked, 'finish', { signal });
    const answered = once(asked, 'response', { signal });
    asked.end(Buffer.from(await whole.arrayBuffer()));
    await sent;
    const [answer] = (await answered) as [IncomingMessage];
    expect(await json(answer)).toMatchObject({ code: 4003 });
  });

  test('that is no form at all', async () => {
    const { headers: own } = await office.hire({ keys });
    const answer = await office.server.app.inject({
      method: 'POST',
      url: '/api/file/upload',
      headers: { ...own, [headers.opId]: crypto.randomUUID(), 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(answer.json()).toMatchObject({ code: 4001 });
    const cut = await office.server.app.inject({
      method: 'POST',
      url: '/api/file/upload',
      headers: { ...own, [headers.opId]: crypto.randomUUID(), 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    });
    expect(cut.json<{ code: number }>().code).toBe(4001);
  });
});

describe('an uploaded file', () => {
  test('is its owner’s, saved and never shown, under an id that says nothing', async () => {
    const owner = await office.hire();
    const { result } = await office.upload(owner, { content: png, biz: 'voucher', name: '../../凭证\u202egnp.exe' });
    expect(result).toMatchObject({ type: 'png', size: png.length, name: '凭证gnp.exe.png' });
    const address = `/api/file${result.path}`;
    const got = await office.get(owner, address);
    expect(got.bytes.equals(png)).toBe(true);
    expect(got.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(/^attachment; filename="export\.png".*\.exe\.png$/),
      'cache-control': 'no-store',
    });
    const other = await office.hire();
    for (const url of [address, '/api/file/get/..%2f..%2fetc', `/api/file/get/${'0'.repeat(32)}`])
      expect((await office.get(other, url)).bytes.toString()).toContain('"code":4004');
    expect((await office.get({ headers: {} }, address)).status).toBe(401);
  });

  test('that is a picture is made anew: what is written in it or behind it is gone, and what is broken is refused', async () => {
    const owner = await office.hire();
    const jpeg = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#963' } })
      .withExif({ IFD0: { Copyright: 'where it was taken' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const script = Buffer.from('<script>alert(1)</script>');
    for (const content of [Buffer.concat([png, script]), Buffer.concat([jpeg, script])]) {
      const { result } = await office.upload(owner, { content, biz: 'voucher' });
      const { bytes } = await office.get(owner, `/api/file${result.path}`);
      expect(bytes.length).toBe(result.size);
      expect(bytes.includes('<script>')).toBe(false);
      expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
    }
    // Upright, as it was meant to be seen.
    const { result } = await office.upload(owner, { content: jpeg, biz: 'voucher' });
    expect(await sharp((await office.get(owner, `/api/file${result.path}`)).bytes).metadata()).toMatchObject({
      width: 4,
      height: 8,
    });
    expect(
      await office.upload(owner, { content: Buffer.concat([png.subarray(0, 40), script]), biz: 'voucher' }),
    ).toMatchObject({ code: 4001, field: 'file', msg: expect.stringContaining('已损坏') });
  });

  test('that a record uses is for whoever sees the record at that moment, and nobody else', async () => {
    const house = openHouse(db);
    const calls = attachmentCalls(stockAdjustment) as AttachmentCalls;
    const people = await stockPeople(house);
    const [warehouse, goods] = [(await shelf(db)).id, await pieces(db)];
    const id = await openingStock(house, { people, warehouse, lines: [{ sku_id: goods[0]?.id ?? 0, qty: 1 }] });
    const owner = await office.hire({
      keys: ['Inventory:adjustView', 'Inventory:adjustAdd'],
      scope: [{ warehouse: [warehouse] }],
    });
    const reader = await office.hire({ keys: ['Inventory:adjustView'] });
    const keyless = await office.hire({ keys: ['stock:view'] });
    const elsewhere = await office.hire({ keys: ['Inventory:adjustView'], scope: [{ warehouse: [warehouse + 1] }] });
    const { result } = await office.upload(owner, { content: png, biz: 'voucher' });
    const address = `/api/file${result.path}`;
    const refused = async (by: Importer): Promise<void> =>
      expect((await office.get(by, address)).bytes.toString()).toContain('"code":4004');
    for (const by of [reader, keyless, elsewhere]) await refused(by);
    await house.ask(owner, calls.attach, { id, files: [{ id: result.id, kind: 'voucher' }] });
    for (const by of [keyless, elsewhere]) await refused(by);
    for (const by of [owner, reader]) expect((await office.get(by, address)).bytes.equals(png)).toBe(true);
    // Whoever uploaded it has no more right to it than anybody else by now.
    await sql`update stock_adjustment set warehouse_id = ${(await shelf(db)).id} where id = ${id}`.execute(db);
    await refused(owner);
  });

  test('that is a logo is answered with the path that a brand takes', async () => {
    const buyer = await office.hire({ keys: ['brand:add'] });
    const { code, result } = await office.upload(buyer, { content: png, biz: '', at: '/api/erp/v1/brand/uploadLogo' });
    expect({ code, path: result.path }).toEqual({ code: 200, path: `/get/${result.id}` });
    expect((await office.get(buyer, `/api/file${result.path}`)).bytes.equals(png)).toBe(true);
  });

  test('that is sent twice under one op id is one file', async () => {
    const owner = await office.hire();
    const before = await kept();
    const opId = crypto.randomUUID();
    const [one, again] = [
      await office.upload(owner, { content: png, biz: 'voucher', opId }),
      await office.upload(owner, { content: png, biz: 'voucher', opId }),
    ];
    expect(again).toEqual(one);
    expect(await kept()).toBe(before + 1);
    expect(await office.upload(owner, { content: Buffer.concat([png, png]), biz: 'voucher', opId })).toMatchObject({
      code: 4014,
    });
  });

  test('is one too many while others wait for a use, but not to whoever asks again, nor beside imported ones', async () => {
    const owner = await office.hire({ keys });
    const opId = crypto.randomUUID();
    const first = await office.upload(owner, { content: 'a,b,c\n', opId });
    await sql`
      insert into stored_file (file_id, name, type, size, sha256, admin_id, purpose, ready, created_at)
      select md5(${owner.username} || n), 'a.csv', 'csv', 1, repeat('0', 64), ${owner.id}, 'import', true, now() from generate_series(1, 199) n`.execute(
      db,
    );
    const tooMany = { code: 4029, msg: expect.stringContaining('200 个还没有使用'), field: 'file' };
    expect(await office.upload(owner, { content: 'b\n' })).toMatchObject(tooMany);
    expect(await office.upload(owner, { content: 'a,b,c\n', opId })).toEqual(first);
    expect(await office.upload(owner, { content: 'b\n', opId })).toMatchObject({ code: 4014 });
    expect(
      await office.ask(owner, importKinds[importType.goods].check, { file_id: first.result.id, ...order }),
    ).toMatchObject({ code: 200 });
    expect(await office.upload(owner, { content: 'b\n' })).toMatchObject({ code: 200 });
    expect(await office.upload(owner, { content: 'c\n' })).toMatchObject(tooMany);
  });

  test('that nobody uses goes after a week, one that is used stays, what broke off goes within hours', async () => {
    const owner = await office.hire();
    const [unused, used, broken] = await Promise.all(
      [1, 2, 3].map(async () => (await office.upload(owner, { content: png, biz: 'voucher' })).result.id),
    );
    await sql`update stored_file set doc_type = 'payment', doc_id = 1, kind = 'x', attached_by = admin_id, attached_at = now() where file_id = ${used}`.execute(
      db,
    );
    await sql`update stored_file set ready = false where file_id = ${broken}`.execute(db);
    const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    await forgetFiles({ db, files: office.files, now: later(3) });
    expect(await office.files.find(broken ?? '')).toBeUndefined();
    expect(await office.files.find(unused ?? '')).toBeDefined();
    await forgetFiles({ db, files: office.files, now: later(24 * 8) });
    expect(await office.files.find(unused ?? '')).toBeUndefined();
    expect(await office.files.find(used ?? '')).toBeDefined();
  });
});

test('a name is shown whole, on one line, as it reads', () => {
  expect(
    ['a.csv', '/etc/passwd', 'C:\\x\\y.xlsx', '..', '', 'a\u0000b\nc', 'x'.repeat(300) + '.csv.gz'].map(safeName),
  ).toEqual(['a.csv', 'passwd', 'y.xlsx', '未命名文件', '未命名文件', 'abc', `${'x'.repeat(113)}.csv.gz`]);
});
