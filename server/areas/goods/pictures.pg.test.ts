import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  besides,
  type PlacedPicture,
  pictureCalls,
  picturedStyle,
  placedText,
  readPlaced,
  type StoredPicture,
} from '#contract/areas/goods/pictures.ts';
import { filePurposes } from '#contract/areas/tasks/files.ts';
import { lineOutcome } from '#contract/areas/tasks/tool-batch.ts';
import { bulkCalls } from '#contract/kit/bulk.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { forgetPictures } from '#server/kit/pictures/forget-pictures.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { filesMissing } from '#server/ledger/missing-files.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { bulkAt, bulkHouse } from '#tests/factories/bulk.ts';
import { addBrand, addColor, addSku, addSpu } from '#tests/factories/goods.ts';
import { type Importer, importOffice } from '#tests/factories/imports.ts';
import { officeOf } from '#tests/factories/office.ts';

// Pictures of goods: what is no picture never comes in, what comes in is made anew, and what a batch brought goes again.

const database = await testDatabase();
const { db } = database;
const house = await bulkHouse(database);
const desk = await importOffice(database);
const office = officeOf(db);
const calls = callsOf(picturedStyle);
const { look, order } = bulkCalls(picturedStyle);
const at = `/api/erp${pictureCalls.upload.path}`;
const keys = ['spu:view', 'spu:modifySpu', 'tools:view', 'tools:pictureImport', 'tools:batchEdit'];

let clerk: Importer;
let style: number;
let red: number;

beforeAll(async () => {
  clerk = await desk.hire({ keys });
  style = await addSpu(office, { style_no: 'ZZ_70010' });
  red = await addColor(db, '正红');
  await addSku(office, db, { spu_id: style, color_value_id: red });
  await house.work();
});

const paint = async (color: string, side = 40, type: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> =>
  await sharp({ create: { width: side, height: side * 2, channels: 3, background: color } })
    .withExif({ IFD0: { Copyright: 'a secret of the camera' } })
    .toFormat(type)
    .toBuffer();
const send = async (content: Buffer | string, name = 'a.jpg', by = clerk) =>
  await desk.upload(by, { content, name, biz: '', at });
const brought = async (color: string, name?: string): Promise<StoredPicture> => {
  const answer = await send(await paint(color), name);
  expect(answer).toMatchObject({ code: 200 });
  return answer.result as unknown as StoredPicture;
};
const placed = ({ id }: { id: string }, name = 'a.jpg', color_value_id: number | null = null): string =>
  placedText({ id, name, color_value_id });
const now = async (id = style) => await house.ask(clerk, calls.detail, { id });
const put = async (pictures: string[], id = style, by: Actor = clerk) => {
  const { version } = await now(id);
  return await house.ask(by, calls.edit, { id, version, pictures });
};
const kept = async () => (await sql<{ n: number }>`select count(*)::int as n from picture`.execute(db)).rows[0]?.n;

/** A PNG of a few bytes that says it has so many pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc(body));
    return Buffer.concat([head, body, tail]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    start,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

describe('a file is refused', () => {
  it.each<[string, () => Buffer | string | Promise<Buffer>, string]>([
    ['nothing in it', () => '', '空'],
    ['a page', () => '<html>', '不是'],
    ['a drawing with a script', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', '不是'],
    ['a GIF', () => 'GIF89a', '不是'],
    ['a RIFF that is a sound', () => Buffer.from('RIFF....WAVEfmt '), '不是'],
    [
      'half a picture',
      async () =>
        (
          await sharp({
            create: {
              width: 900,
              height: 900,
              channels: 3,
              background: '#123456',
              noise: { type: 'gaussian', mean: 9, sigma: 90 },
            },
          })
            .jpeg()
            .toBuffer()
        ).subarray(0, 9000),
      '损坏',
    ],
    ['only the beginning of one', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), '损坏'],
    ['a bomb', () => bomb(60_000, 60_000), '像素'],
  ])('%s', async (_what, content, words) => {
    const before = await kept();
    const answer = await send(await content(), '坏图.jpg');
    expect(answer).toMatchObject({ code: 4001, field: 'file', result: null });
    expect(answer.msg).toContain(words);
    expect(answer.msg).toContain('坏图.jpg');
    expect(await kept()).toBe(before);
  });

  it('too large, without the key, or brought as any other file', async () => {
    expect(await send(Buffer.concat([await paint('#111'), Buffer.alloc(filePurposes.goods.bytes)]))).toMatchObject({
      code: 4130,
    });
    const other = await desk.hire({ keys: ['spu:view'] });
    expect(await send(await paint('#111'), 'a.png', other)).toMatchObject({ code: 4003 });
    expect(await desk.upload(clerk, { content: await paint('#111'), biz: 'goods' })).toMatchObject({
      code: 4001,
      field: 'biz',
    });
    expect(await desk.upload({ headers: {} }, { content: await paint('#111'), at })).toMatchObject({ code: 401 });
  });
});

describe('a picture', () => {
  it('is made anew in three sizes without what its maker wrote, once however often it comes', async () => {
    const source = await paint('#a01010', 900, 'jpeg');
    const first = await send(source);
    const count = await kept();
    const again = await send(source, 'another-name.png');
    expect(again.result).toEqual(first.result);
    expect(await kept()).toBe(count);
    const { id } = first.result as unknown as StoredPicture;
    for (const [side, width] of [
      [96, 48],
      [320, 160],
      [1200, 600],
    ] as const) {
      const { status, bytes, headers } = await desk.get(clerk, `/api/file/picture/${id}/${side}`);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        vary: expect.stringMatching(/authorization/i) as unknown,
      });
      expect(headers['cache-control']).toBe('private, max-age=31536000, immutable');
      const made = await sharp(bytes).metadata();
      expect(made).toMatchObject({ format: 'webp', width, height: side });
      expect(made.exif).toBeUndefined();
      expect(bytes.includes('secret')).toBe(false);
    }
  });

  it('is seen by whoever brought it, then by whoever sees a style that has it, and by nobody else', async () => {
    const picture = await brought('#0a0b0c');
    const place = `/api/file/picture/${picture.id}/96`;
    const colleague = await desk.hire({ keys: ['spu:view'] });
    const outside = await desk.hire({ keys: ['spu:view'], scope: [{ brand: [await addBrand(office)] }] });
    const stranger = await desk.hire();
    const seenBy = async (someone: Importer) =>
      (await desk.get(someone, place)).status === 200 &&
      (await desk.get(someone, place)).headers['content-type'] === 'image/webp';
    expect([await seenBy(clerk), await seenBy(colleague)]).toEqual([true, false]);
    await put([placed(picture)]);
    expect([await seenBy(colleague), await seenBy(outside), await seenBy(stranger)]).toEqual([true, false, false]);
    await put([]);
    expect(await seenBy(colleague)).toBe(false);
  });
});

describe('pictures of a style', () => {
  it('are refused: out of scope, of another version, unknown, twice, of a colour that it has not', async () => {
    const picture = await brought('#202020');
    const outside = await house.person('外人', keys, [{ brand: [await addBrand(office)] }] as never);
    const { version } = await now();
    await expect(
      house.ask(outside, calls.edit, { id: style, version, pictures: [placed(picture)] }),
    ).rejects.toMatchObject({ kind: 'notFound' });
    await expect(house.ask(clerk, calls.edit, { id: style, version: version + 1, pictures: [] })).rejects.toMatchObject(
      { kind: 'versionConflict' },
    );
    for (const pictures of [
      [placed({ id: '0'.repeat(32) })],
      [placed(picture), placed(picture, 'b.jpg')],
      [placed(picture, 'a.jpg', await addColor(db))],
      ['nothing'],
    ])
      await expect(put(pictures)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await now()).pictures).toEqual([]);
  });

  it('stand in their order, of a colour or of all, each change in the history of the style', async () => {
    const [one, two] = [await brought('#303030'), await brought('#313131')];
    await put([placed(one), placed(two, 'b.jpg', red)]);
    await put([placed(two, 'b.jpg', red), placed(one)]);
    expect((await now()).pictures?.map((said) => readPlaced(said)?.id)).toEqual([two.id, one.id]);
    expect(await house.ask(clerk, pictureCalls.main, { spu_ids: [style] })).toEqual({
      list: [{ of: style, id: two.id }],
    });
    const { rows: goods } = await sql<{ id: number }>`select id from sku where spu_id = ${style} order by id`.execute(
      db,
    );
    const of = goods.map(({ id }) => id);
    expect((await house.ask(clerk, pictureCalls.main, { sku_ids: of })).list).toEqual(
      of.map((id) => ({ of: id, id: two.id })),
    );
    const [piece = 0] = of;
    const other = await addSku(office, db, { spu_id: style, color_value_id: await addColor(db) });
    const shown = async (asked: { spu_id: number } | { sku_id: number }, by: Actor = clerk) =>
      (await house.ask(by, pictureCalls.images, asked)).images.map(({ id }) => id);
    expect(await shown({ spu_id: style })).toEqual([two.id, one.id]);
    expect(await shown({ sku_id: piece })).toEqual([two.id, one.id]);
    expect(await shown({ sku_id: other })).toEqual([one.id]);
    const outside = await house.person('外店', keys, [{ brand: [await addBrand(office)] }] as never);
    expect(await shown({ spu_id: style }, outside)).toEqual([]);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from audit_log where doc_type = 'spu' and doc_id = ${style} and action = 'pictures'`.execute(
      db,
    );
    expect(rows[0]?.n).toBeGreaterThanOrEqual(2);
    await put([]);
  });
});

describe('many pictures at once', () => {
  it('are matched by their names, each with its place or its reason', async () => {
    const [first, second] = [
      await addSpu(office, { style_no: 'TWIN-1' }),
      await addSpu(office, { style_no: 'TWIN-1' }),
    ];
    expect(first).not.toBe(second);
    const picture = await brought('#404040');
    const names = [
      'ZZ_70010.jpg',
      'ZZ_70010_正红.jpg',
      'ZZ_70010_正红_2.jpg',
      'ZZ_70010+3.png',
      'ZZ_70010_紫.jpg',
      'TWIN-1_1.jpg',
      'NONE_1.jpg',
      'ZZ_70010_正红_2_x.jpg',
    ];
    const { list } = await house.ask(clerk, pictureCalls.check, {
      files: names.map((name, place) => ({ name, id: place === 0 ? picture.id : null })),
    });
    expect(
      list.map(({ spu_id, color, position, words, there }) => [spu_id === style, color, position, words, there]),
    ).toEqual([
      [true, null, null, null, true],
      [true, '正红', null, null, false],
      [true, '正红', 2, null, false],
      [true, null, 3, null, false],
      [true, null, null, '商品没有颜色“紫”', false],
      [false, null, null, '货号“TWIN-1”不止一个商品', false],
      [false, null, null, '找不到货号“NONE”', false],
      [true, null, null, '文件名不能识别，请写成 货号_颜色_序号', false],
    ]);
    const outside = await house.person('外人', keys, [{ brand: [await addBrand(office)] }] as never);
    expect(
      (await house.ask(outside, pictureCalls.check, { files: [{ name: 'ZZ_70010.jpg', id: null }] })).list[0],
    ).toMatchObject({ spu_id: null, title: '', words: '找不到货号“ZZ”' });
  });

  it('come to what was shown, add nothing the second time, and go again unless touched since', async () => {
    const touched = await addSpu(office, { style_no: 'ZZ_70011' });
    const [old, fresh, more] = [await brought('#505050'), await brought('#515151'), await brought('#525252')];
    for (const id of [style, touched]) await put([placed(old, 'ZZ_1.jpg')], id);
    const before = await now();
    const pictures = [besides, placed(fresh, 'ZZ_1.jpg'), placed(more, 'ZZ_2.jpg', null)];
    const rows = await Promise.all(
      [style, touched].map(async (id) => ({ id, version: (await now(id)).version, fields: { pictures } })),
    );
    const shown = (await house.ask(clerk, look, { type: 4, targets: [{ id: style }], fields: { pictures } })).rows[0];
    expect(shown).toMatchObject({ refused: null, changes: [{ before: 'ZZ_1.jpg', after: 'ZZ_1.jpg、ZZ_2.jpg' }] });
    const { batch_id: id } = await house.ask(clerk, order, { type: 4, rows });
    expect(await house.over(clerk, id)).toMatchObject({ ok_count: 2 });
    expect((await now()).pictures).toEqual([placed(fresh, 'ZZ_1.jpg'), placed(more, 'ZZ_2.jpg')]);
    const { batch_id: again } = await house.ask(clerk, order, { type: 4, ids: [style], fields: { pictures } });
    await house.over(clerk, again);
    expect((await house.linesOf(clerk, again))[0]).toMatchObject({ outcome: lineOutcome.same });
    await put([placed(more, 'ZZ_2.jpg')], touched);
    await house.ask(clerk, bulkAt.undo, { id });
    expect(await house.over(clerk, id)).toMatchObject({ undone_count: 1, left_count: 1 });
    expect((await now()).pictures).toEqual(before.pictures);
    expect((await now(touched)).pictures).toEqual([placed(more, 'ZZ_2.jpg')]);
    expect(await brokenInvariants(db)).toEqual([]);
    expect(await filesMissing(db, desk.files)).toEqual([]);
  });
});

it('what no style has for ninety days is thrown away, what one has stays', async () => {
  const [used, unused] = [await brought('#606060'), await brought('#616161')];
  await put([placed(used)]);
  await sql`update picture set unused_since = now() - interval '91 days' where unused_since is not null`.execute(db);
  expect(await forgetPictures({ db, files: desk.files, now: new Date() })).toBeGreaterThan(0);
  expect((await desk.get(clerk, `/api/file/picture/${unused.id}/96`)).headers['content-type']).not.toBe('image/webp');
  expect((await desk.get(clerk, `/api/file/picture/${used.id}/96`)).headers['content-type']).toBe('image/webp');
  expect(await filesMissing(db, desk.files)).toEqual([]);
});

describe('the books find', () => {
  const any = async (): Promise<PlacedPicture> => {
    const picture = { ...(await brought('#707070')), name: 'a.jpg', color_value_id: null };
    await put([placedText(picture)]);
    return picture;
  };
  it.each<[string, (id: string) => ReturnType<typeof sql>, string]>([
    ['a picture without a size', (id) => sql`delete from picture_file where side = 96 and picture_id = ${id}`, 'k190'],
    [
      'a picture in use that counts as unused',
      (id) => sql`update picture set unused_since = now() where id = ${id}`,
      'k191',
    ],
    ['a gap in the order', () => sql`update spu_picture set sort = sort + 1 where spu_id = ${style}`, 'k192'],
  ])('%s', async (_what, plant, law) => {
    const { id } = await any();
    expect(await brokenBy(db, [plant(id)])).toEqual([law]);
  });
});

it('one picture comes in by the address that the specification has for it besides', async () => {
  const stranger = await desk.hire({ keys: ['spu:view'] });
  const one = '/api/erp/v1/spu/uploadImage';
  const content = await paint('#123456');
  expect(await desk.upload(stranger, { content, name: 'a.png', biz: '', at: one })).toMatchObject({ code: 4003 });
  const { code, result } = await desk.upload(clerk, { content, name: 'a.png', biz: '', at: one });
  expect([code, result.id]).toEqual([200, (await send(content)).result.id]);
});
