/** What operations can do to chosen devices, besides what holds for all of them. */
export const levers = {
  message: '发送消息',
  upgrade: '要求升级',
  goBack: '回退版本',
  pause: '暂停发送',
  kill: '停用离线程序',
} as const;
export type Lever = keyof typeof levers;
export const leverNames = Object.keys(levers) as [Lever, ...Lever[]];

/** How hard a device is asked to upgrade. */
export const upgradeLevels = { 1: '提示更新', 2: '必须更新' } as const;
export const upgradeLevel = { soft: 1, hard: 2 } as const;
