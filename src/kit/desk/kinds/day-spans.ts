import dayjs, { type Dayjs } from 'dayjs';
import { businessDay } from '#contract/kit/kinds/time.ts';

/** Spans of days that people ask for by name, up to today; weeks begin on Monday. Worked out at the press: a page stays open over midnight. */
export const daySpans: { label: string; value: () => [Dayjs, Dayjs] }[] = [
  { label: '今天', value: () => [today(), upToToday()] },
  { label: '昨天', value: () => [today().subtract(1, 'day'), today().subtract(1, 'day').endOf('day')] },
  { label: '本周', value: () => [monday(), upToToday()] },
  { label: '上周', value: () => [monday().subtract(7, 'day'), monday().subtract(1, 'day').endOf('day')] },
  { label: '本月', value: () => [today().startOf('month'), upToToday()] },
  {
    label: '上月',
    value: () => [today().subtract(1, 'month').startOf('month'), today().subtract(1, 'month').endOf('month')],
  },
  { label: '近7天', value: () => [today().subtract(6, 'day'), upToToday()] },
  { label: '近30天', value: () => [today().subtract(29, 'day'), upToToday()] },
];

const today = (): Dayjs => dayjs(businessDay(new Date()));
const upToToday = (): Dayjs => today().endOf('day');
const monday = (): Dayjs => today().subtract((today().day() + 6) % 7, 'day');

/** How a day is shown, and then the other ways in which it may be typed; without a year it is one of this year. */
export const dayFormats = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'MMDD', 'M-D', 'M/D'];

/** The same of an instant with its time. */
export const timedFormats = [...dayFormats.map((day) => `${day} HH:mm`), ...dayFormats.map((day) => `${day} HHmm`)];

/** The same where a day alone is meant as its beginning. */
export const momentFormats = [...timedFormats, ...dayFormats];
