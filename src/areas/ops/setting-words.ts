import { type Setting, type SettingKey, type SettingValue, settings } from '#contract/areas/shell/config.ts';

/** A configuration value as a person reads it: 开, 30 天, 2、7 天, 20.00 %, 500.00 元. */
export function settingWords(key: SettingKey, value: SettingValue<SettingKey> | null): string {
  if (value === null) return '默认';
  const { kind, unit = '' }: Setting = settings[key];
  if (kind === 'flag') return value === 1 ? '开' : '关';
  if (kind === 'entries') return (value as readonly string[]).join('；');
  if (typeof value !== 'number') return `${value.join('、')} ${unit}`;
  const { by, unit: said } = saidOf(key);
  const figure = (value / by).toLocaleString('zh-CN', { minimumFractionDigits: by === 1 ? 0 : 2 });
  return `${figure} ${said}`.trim();
}

/** How people say a number that is stored in another unit: fen as yuan, basis points as percent. */
export function saidOf(key: SettingKey): { by: number; unit: string } {
  const { unit = '' }: Setting = settings[key];
  return saidUnits[unit] ?? { by: 1, unit };
}

const saidUnits: Readonly<Record<string, { by: number; unit: string }>> = {
  万分之: { by: 100, unit: '%' },
  分: { by: 100, unit: '元' },
};
