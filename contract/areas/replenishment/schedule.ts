/** When a rule runs by itself, as people write it: `每天 06:00`, `每周一三五 06:00`. Times are those of Asia/Shanghai. */
export const schedulePattern = /^(?:每天|每周([一二三四五六日]{1,7})) ([01]\d|2[0-3]):([0-5]\d)$/;

export const scheduleWords = '请写成“每天 06:00”或“每周一三五 06:00”';

const weekdays = '日一二三四五六';
const shanghai = 8 * 3_600_000;
const day = 86_400_000;

/** The first time after `after` at which a rule with this schedule is due; undefined for what is no schedule. */
export function nextRunAt(schedule: string, after: Date): Date | undefined {
  const [, days, hour, minute] = schedulePattern.exec(schedule) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const time = (Number(hour) * 60 + Number(minute)) * 60_000;
  const from = after.getTime() + shanghai;
  const midnight = Math.floor(from / day) * day;
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const at = midnight + ahead * day + time;
    const weekday = weekdays[new Date(at).getUTCDay()] ?? '';
    if (at > from && (days === undefined || days.includes(weekday))) return new Date(at - shanghai);
  }
  return undefined;
}
