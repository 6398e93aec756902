import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';

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
