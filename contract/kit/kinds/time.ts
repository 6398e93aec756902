import { factory, type Kind } from '../field.ts';

/** A business day, `YYYY-MM-DD`, Asia/Shanghai. */
export const dateKind: Kind<string> = {
  name: 'date',
  filter: 'range',
  schema: (z) => z.iso.date().refine(inReach, '日期应在 2000 年至 2100 年之间'),
  print: (value) => value,
  parse: (typed) => (/^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(typed)) ? typed : undefined),
};

/** An instant: ISO 8601 in UTC with milliseconds on the wire, shown in Asia/Shanghai. */
export const timeKind: Kind<string> = {
  name: 'time',
  filter: 'range',
  schema: (z) => z.iso.datetime({ offset: true }).refine(inReach, '时间应在 2000 年至 2100 年之间'),
  print: (value) => printTime(value),
  parse: (typed) => {
    const at = Date.parse(typed.includes('T') ? typed : `${typed.replace(' ', 'T')}+08:00`);
    return Number.isNaN(at) ? undefined : new Date(at).toISOString();
  },
};

export const date = factory(dateKind);
export const time = factory(timeKind);

/** `YYYY-MM-DD HH:mm` in Asia/Shanghai (domain.md §12), which has had no summer time since 1991. */
export function printTime(iso: string): string {
  return new Date(Date.parse(iso) + shanghaiOffset).toISOString().slice(0, 16).replace('T', ' ');
}

/** The business day of an instant, Asia/Shanghai. */
export function businessDay(at: Date): string {
  return new Date(at.getTime() + shanghaiOffset).toISOString().slice(0, 10);
}

const shanghaiOffset = 8 * 3_600_000;

/** Is a day or an instant within the years that the house knows? */
export function inReach(value: string): boolean {
  const year = Number(value.slice(0, 4));
  return year >= 2000 && year <= 2100;
}
