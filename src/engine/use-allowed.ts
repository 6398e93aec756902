import type { Access } from '#contract/kit/call.ts';
import { useKeys } from './permissions-store.ts';

/**
 * May this person use what this key opens? Advisory (the server decides); false until the keys are here, and for a
 * verb that the definition does not serve.
 */
export function useAllowed(access: Access | undefined): boolean {
  return useMayUse()(access);
}

/** The same as a question, for places that ask it several times. */
export function useMayUse(): (access: Access | undefined) => boolean {
  const keys = useKeys();
  return (access) =>
    access === 'login' || access === 'public' || (access !== undefined && (keys?.has(access) ?? false));
}
