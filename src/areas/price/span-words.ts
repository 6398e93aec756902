import { printTime } from '#contract/kit/kinds/time.ts';

/** From when to when a price holds, for people. */
export const spanWords = ({
  effective_at: from,
  expire_at: to,
}: {
  effective_at: string;
  expire_at: string | null;
}): string => `${printTime(from)} 至 ${to ? printTime(to) : '长期'}`;
