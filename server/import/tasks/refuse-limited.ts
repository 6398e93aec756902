import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';

/** Refuses a person who sees a part of the company: a sheet names goods and places beyond anybody's part (decision 0022). */
export function refuseLimited({ scope }: Pick<Actor, 'scope'>): void {
  if (scope !== 'everything') throw new Refusal('forbidden', '数据范围受限的账号不能导入');
}
