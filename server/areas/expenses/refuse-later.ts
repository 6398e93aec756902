import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';

const words = { happen_date: '发生日期', pay_date: '付款日期' } as const;

/** Refuses a day that has not come yet: what is booked has happened. */
export function refuseLater(
  { now }: { readonly now: Date },
  values: Readonly<Record<string, unknown>>,
  field: keyof typeof words,
): void {
  if (String(values[field]) > businessDay(now)) throw new Refusal('invalid', `${words[field]}不能晚于今天`, field);
}
