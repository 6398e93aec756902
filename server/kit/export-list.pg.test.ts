import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { FileAnswer } from './file-answer.ts';

let house: House;
let clerk: Actor;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  clerk = await house.person('商品', ['brand:view', 'brand:add']);
  for (const name of names) {
    await sql`insert into brand (name, "order", status) values (${name}, 12345, 1)`.execute(house.db);
  }
});
const names = ['=HYPERLINK("x")', '+1', '-2', '@sum', '＝全角', ' =空格', '素织,"引号"', '换\u2028行', '普通'];

async function exported(actor: Actor, asked: object): Promise<string> {
  const file = (await house.ask(actor, callsOf(brand).list, { export: 1, fileName: '品牌', ...asked })) as unknown;
  if (!(file instanceof FileAnswer)) throw new Error('not a file');
  return file.body;
}

describe('a list as a file', () => {
  it('is refused without the key of the list', async () => {
    const stranger = await house.person('路人', []);
    await expect(exported(stranger, {})).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('holds nothing outside the data scope', async () => {
    const limited = await house.person('限定', ['brand:view'], [{ brand: [0] }]);
    expect((await exported(limited, {})).trim().split('\r\n')).toHaveLength(1);
  });

  it('makes text of whatever a spreadsheet would run, and keeps figures figures', async () => {
    const body = await exported(clerk, {});
    const cells = body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0] ?? '');
    for (const cell of cells) expect(cell.replace(/^"/, '')).not.toMatch(/^\s*[=+\-@＝]/);
    expect(body).toContain('"素织,""引号"""');
    expect(body).toContain(',12345,');
  });

  it('has a mark for Chinese, labels for columns, words for codes, and follows the filter', async () => {
    const body = await exported(clerk, { keyword: '普通' });
    expect(body.startsWith('\uFEFF品牌名称,品牌LOGO,英文名')).toBe(true);
    expect(body.trim().split('\r\n')).toHaveLength(2);
    expect(body).toContain('启用');
  });

  it('is kept in the audit trail: who, which list, how many rows, what was asked', async () => {
    const reader = await house.person('读者', ['brand:view']);
    await exported(reader, { keyword: '普通' });
    await exported(reader, {});
    const { rows } = await sql`
      select doc_type, doc_no, action, remark from audit_log where admin_id = ${reader.id} order by id`.execute(
      house.db,
    );
    expect(rows).toEqual([
      { doc_type: 'listFile', doc_no: '品牌', action: 'exportList', remark: '1 行；条件 {"keyword":"普通"}' },
      { doc_type: 'listFile', doc_no: '品牌', action: 'exportList', remark: `${names.length} 行` },
    ]);
  });

  it('holds every row once, in order, however many pieces it is read in', async () => {
    await sql`insert into brand (name, "order", status) select '多' || n, n, 1 from generate_series(1, 1200) as n`.execute(
      house.db,
    );
    const lines = (await exported(clerk, { keyword: '多', sort: 'order' })).trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(Array.from({ length: 1200 }, (_, n) => `多${n + 1}`));
  });
});
