import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { initialsOf } from '#src/engine/pinyin-initials.ts';
import { testDatabase } from '#tests/boot/database.ts';

it('gives a name the initials that a browser gives it', async () => {
  const names = [
    '',
    '（ ）·🙂の',
    '上海凌羽贸易',
    '杭州廿一纪品牌管理',
    '织里木鹿童装 A12',
    '短款莱赛尔衬衫',
    '阿八嚓哒鹅发改哈机卡拉妈拿哦怕七然仨他挖西压匝',
  ];
  const { db } = await testDatabase();
  const { rows } = await sql<{ initials: string }>`
    select pinyin_initials(name) as initials from unnest(${names}::text[]) with ordinality as n (name, place) order by place`.execute(
    db,
  );
  expect(rows.map(({ initials }) => initials)).toEqual(names.map(initialsOf));
});
