import { useEffect } from 'react';
import { delays } from '#contract/kit/limits.ts';
import { CallFailed } from '#src/engine/failure.ts';
import { openPermissionNode, setPermissionKeys } from '#src/engine/permissions-store.ts';
import { useApp } from '../app-context.tsx';
import { useSession } from '../session/sign-in-state.ts';
import { takePermissions } from './first-permissions.ts';
import { keptPermissions } from './menu-query.ts';

/**
 * After each change of screen: the permission set of its menu node (specification §6). It is asked for every time; when
 * the answer takes longer than 300 ms, the set kept on this device serves until it comes.
 */
export function usePermissions(nodeId: number | null): void {
  const { services } = useApp();
  const uid = useSession((state) => state.session?.uid);
  useEffect(() => {
    openPermissionNode(nodeId);
    if (nodeId === null || nodeId === 0 || uid === undefined) return;
    const at = { uid, nodeId };
    let answered = false;
    let left = false;
    const take = (keys: readonly string[] | null) => {
      if (!left && keys) setPermissionKeys(nodeId, keys);
    };
    const timer = setTimeout(() => {
      void keptPermissions(services, at).then((kept) => !answered && take(kept), reportError);
    }, delays.permissionFallback);
    void takePermissions(services, at)
      .then((keys) => {
        answered = true;
        take(keys);
      })
      .catch((problem: unknown) => {
        // Nothing known and nothing to be had: what is guarded stays hidden.
        if (!(problem instanceof CallFailed)) reportError(problem);
      })
      .finally(() => clearTimeout(timer));
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [nodeId, uid, services]);
}
