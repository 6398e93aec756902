import type { Access } from '#contract/kit/call.ts';
import type { Scope } from '#contract/kit/definition.ts';

/** Ids a person is limited to, by dimension; a dimension that is absent is not limited (domain.md §10.3). */
export type ScopeRule = Partial<Record<keyof Scope, readonly number[]>>;

/** Who is calling, as the token says it. Nothing in a request can change it (design §4, "identity is the token"). */
export interface Actor {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly sessionId: number;
  /** Permission keys of all enabled roles. */
  readonly permissions: ReadonlySet<string>;
  /** The union of these rules is what the person sees, `everything` for whom nothing limits (`combineScope`). */
  readonly scope: readonly ScopeRule[] | 'everything';
  /** An application calls, and nobody who may read what everybody may. */
  readonly isApp?: boolean;
}

/** May this person make calls with this access? `login` needs a person, `public` not even that. */
export function allows(actor: Actor | undefined, access: Access): boolean {
  if (access === 'public') return true;
  if (!actor) return false;
  return access === 'login' ? actor.isApp !== true : actor.permissions.has(access);
}

/** The installation itself: imports, demo data and jobs. It holds no key, so it passes no guard meant for people. */
export const systemActor: Actor = {
  id: 1,
  username: 'system',
  nickname: '系统',
  sessionId: 0,
  permissions: new Set(),
  scope: 'everything',
};
