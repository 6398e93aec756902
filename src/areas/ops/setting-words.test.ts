import { expect, it } from 'vitest';
import { settingWords } from './setting-words.ts';

it.each([
  ['skip_pack', 1, '开'],
  ['skip_pack', 0, '关'],
  ['service_days', 30, '30 天'],
  ['sku_expire_notice_times', [2, 7], '2、7 天'],
  ['arrival_slots', ['* 1 09:00-11:00 5', '* 2 09:00-11:00 6'], '* 1 09:00-11:00 5；* 2 09:00-11:00 6'],
  ['change_price_limit_bp', 2000, '20.00 %'],
  ['refund_shop_limit', 50_000, '500.00 元'],
  ['refund_shop_limit', null, '默认'],
] as const)('%s %j is %s', (key, value, words) => {
  expect(settingWords(key, value)).toBe(words);
});
