import { type Setting, type SettingKey, settings } from './config.ts';

/** What is wrong with a value for a setting, in words; empty when nothing is. One rule for the form and for the server. */
export function settingFault(key: SettingKey, value: unknown): string {
  const { label, kind, least, most, unit = '', fault }: Setting = settings[key];
  const fits = (one: unknown): boolean => Number.isInteger(one) && (one as number) >= least && (one as number) <= most;
  if (kind === 'flag') return value === 0 || value === 1 ? '' : `${label}只能是开或关`;
  const range = `${least} 到 ${most}${unit} 的整数`;
  if (kind === 'whole') return fits(value) ? '' : `${label}应为 ${range}`;
  if (kind === 'entries') {
    if (!Array.isArray(value) || value.length < least) return `${label}至少要有 ${least} 行`;
    if (value.length > most) return `${label}最多 ${most} 行`;
    const words = fault?.(value) ?? '';
    return words === '' ? '' : `${label}：${words}`;
  }
  if (!Array.isArray(value) || value.length === 0) return `${label}至少要有一个`;
  if (value.length > mostEntries) return `${label}最多 ${mostEntries} 个`;
  if (new Set(value).size !== value.length) return `${label}有重复`;
  return value.every(fits) ? '' : `${label}每一项应为 ${range}`;
}

const mostEntries = 20;
