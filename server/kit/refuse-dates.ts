import type { Kysely } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { readSetting } from './read-setting.ts';

interface Dated {
  readonly fields: Readonly<Record<string, { readonly label: string }>>;
}

/** Refuses a day that has not come yet: what is booked has happened. */
export function refuseLater(
  { now }: { readonly now: Date },
  { fields }: Dated,
  { values, field }: { readonly values: Readonly<Record<string, unknown>>; readonly field: string },
): void {
  if (String(values[field]) > businessDay(now))
    throw new Refusal('invalid', `${fields[field]?.label ?? ''}不能晚于今天`, field);
}

/**
 * Refuses a time that a person typed and that has not come yet, or lies further back than the installation's 补录天数: whoever may type any
 * time writes history.
 */
export async function refuseBackDated(
  { now, db }: { readonly now: Date; readonly db: Kysely<unknown> },
  { fields }: Dated,
  { typed, field, ahead = 0 }: { readonly typed: string; readonly field: string; readonly ahead?: number },
): Promise<void> {
  const at = Date.parse(typed);
  const label = fields[field]?.label ?? '';
  if (at > now.getTime() + ahead) throw new Refusal('invalid', `${label}不能晚于现在`, field);
  const days = await readSetting(db, 'back_date_days');
  if (at < now.getTime() - days * 86_400_000)
    throw new Refusal('invalid', `${label}不能早于 ${days} 天前（系统设置“补录天数”）`, field);
}
