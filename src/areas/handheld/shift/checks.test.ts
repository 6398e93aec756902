import { expect, it } from 'vitest';
import { checksOf, type DeviceFacts } from './checks.ts';

const fit: DeviceFacts = {
  secure: true,
  offline: 'ready',
  installed: true,
  installable: false,
  storage: { persisted: true, used: 5_000_000, quota: 8_000_000_000 },
  battery: { percent: 80, charging: false },
  reader: { label: 'USB 串口 10C4:EA60', ports: 1 },
  skew: 0,
  build: 'b1',
  served: 'b1',
  unsent: 0,
  oldest: 0,
  attention: 0,
};
const wordOf = (facts: Partial<DeviceFacts>, title: string) => {
  const check = checksOf({ ...fit, ...facts }).find((one) => one.title === title);
  return [check?.tone, check?.word, check?.act];
};

it('finds nothing to do about a device that is fit', () => {
  expect(checksOf(fit).filter(({ tone }) => tone !== 'done')).toEqual([]);
});

it.each<[Partial<DeviceFacts>, string, unknown[]]>([
  [{ secure: false }, '离线打开', ['refused', '不安全', undefined]],
  [{ offline: 'stopped' }, '离线打开', ['refused', '已停用', undefined]],
  [{ installed: false, installable: true }, '离线打开', ['done', '已就绪', 'install']],
  [{ storage: { persisted: false, used: 1, quota: 2 } }, '存储保护', ['waiting', '未受保护', 'persist']],
  [
    { storage: { persisted: true, used: 900_000_000, quota: 1_000_000_000 } },
    '剩余空间',
    ['refused', '95 MB', undefined],
  ],
  [{ storage: { persisted: true, used: null, quota: null } }, '剩余空间', ['idle', '未知', undefined]],
  [{ battery: { percent: 12, charging: false } }, '电量', ['refused', '12%', undefined]],
  [{ battery: { percent: 12, charging: true } }, '电量', ['done', '12%', undefined]],
  [{ battery: null }, '电量', ['idle', '未知', undefined]],
  [{ skew: -7 }, '时钟', ['waiting', '快 7 分钟', undefined]],
  [{ served: 'b2' }, '版本', ['waiting', '可更新', undefined]],
  [{ served: null }, '版本', ['idle', '未知', undefined]],
  [{ unsent: 3, oldest: 45 }, '本机记录', ['refused', '3 条未发送', 'queue']],
  [{ unsent: 3, oldest: 0 }, '本机记录', ['waiting', '3 条未发送', 'queue']],
  [{ attention: 2 }, '本机记录', ['refused', '2 条需处理', 'queue']],
  [{ reader: { label: null, ports: null } }, '标签读写器', ['idle', '不支持', undefined]],
  [{ reader: { label: 'M100', ports: 0 } }, '标签读写器', ['waiting', '没找到', 'reader']],
])('says what is not: %j', (facts, title, expected) => {
  expect(wordOf(facts, title)).toEqual(expected);
});
