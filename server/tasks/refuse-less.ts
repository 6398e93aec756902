import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeDigest } from './scope-digest.ts';

/** Refuses a file to its own maker who may no longer see what it holds: rights are those of this instant (domain.md §10.1). */
export function refuseLess(actor: Actor, { masks, scope }: { masks: readonly string[]; scope: string | null }): void {
  if (masks.every((key) => actor.permissions.has(key)) && scope === scopeDigest(actor.scope)) return;
  throw new Refusal('forbidden', '您的权限或数据范围已变化，不能下载此文件，请重新导出');
}
