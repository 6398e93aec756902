import { expect, it } from 'vitest';
import { settingKeys, settings } from './config.ts';
import { settingFault } from './setting-fault.ts';

it.each([
  ['allow_over_tag', 2],
  ['allow_over_tag', true],
  ['allow_over_tag', '1'],
  ['service_days', -1],
  ['service_days', 366],
  ['service_days', 1.5],
  ['service_days', null],
  ['service_days', [30]],
  ['sku_expire_notice_times', 2],
  ['sku_expire_notice_times', []],
  ['sku_expire_notice_times', [2, 2]],
  ['sku_expire_notice_times', [2, '3']],
  ['sku_expire_notice_times', Array.from({ length: 21 }, (_, day) => day)],
  ['arrival_slots', []],
  ['arrival_slots', 'W01 1-5 09:00-11:00 3000'],
  ['arrival_slots', ['W01 1-8 09:00-11:00 3000']],
  ['arrival_slots', ['W01 1-5 11:00-09:00 3000']],
  ['arrival_slots', ['W01 1-5 09:00-11:00']],
  ['arrival_slots', ['W01 1-5 09:00-11:00 100', 'W01 5 10:00-12:00 100']],
] as const)('%s refuses %j', (key, value) => {
  expect(settingFault(key, value)).toContain(settings[key].label);
});

it.each(settingKeys)('%s takes its default', (key) => {
  expect(settingFault(key, settings[key].initial)).toBe('');
});
