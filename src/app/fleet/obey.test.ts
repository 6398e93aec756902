import { expect, it } from 'vitest';
import type { UpgradeOrder } from '#contract/areas/fleet/fleet-calls.ts';
import { type Obeyed, obey, type UpgradeSituation } from './obey.ts';

const free: UpgradeSituation = { online: true, newer: true, hindrance: '' };
const order = (level: UpgradeOrder['level']): UpgradeOrder => ({ level, version_no: '1.8.0', notes: '' });

it.each<[string, UpgradeOrder | null, Partial<UpgradeSituation>, Obeyed]>([
  ['goes on without an order', null, {}, 'none'],
  ['is offered the newer version', order('soft'), {}, 'offer'],
  [
    'is offered it with unsent scans too',
    order('soft'),
    { hindrance: '本机还有 3 条扫描未发送，发送完再更新' },
    'offer',
  ],
  ['must take it where it can', order('hard'), {}, 'block'],
  [
    'goes on scanning while something is unsent',
    order('hard'),
    { hindrance: '本机还有 3 条扫描未发送，发送完再更新' },
    'urge',
  ],
  ['goes on without the network, where nothing can be taken', order('hard'), { online: false }, 'urge'],
  ['is not locked out of a version that nobody has deployed', order('hard'), { newer: false }, 'none'],
  ['is not offered one either', order('soft'), { newer: false }, 'none'],
])('a device %s', (_what, told, standing, expected) => {
  expect(obey(told, { ...free, ...standing })).toBe(expected);
});
