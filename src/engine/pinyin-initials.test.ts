import { expect, it } from 'vitest';
import { initialsOf } from './pinyin-initials.ts';

it.each([
  ['', ''],
  ['（ ）·', ''],
  ['🙂の', ''],
  ['上海凌羽贸易', 'shlymy'],
  ['东莞卡罗维尾货', 'dgklwwh'],
  ['杭州廿一纪品牌管理', 'hznyjppgl'],
  ['织里木鹿童装 A12', 'zlmltza12'],
  ['阿八嚓哒鹅发改哈机卡拉妈拿哦怕七然仨他挖西压匝', 'abcdefghjklmnopqrstwxyz'],
])('the initials of %s are “%s”', (text, initials) => {
  expect(initialsOf(text)).toBe(initials);
});
