import { Suspense, useEffect, useMemo } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { HandFrameProvider } from '#src/kit/hand/frame-context.ts';
import { showMarks } from '#src/platform/marks.ts';
import { useApp } from '../app-context.tsx';
import { useMenu } from '../menu/menu-query.ts';
import { litEntry } from '../menu/menu-tree.ts';
import { usePermissions } from '../menu/use-permissions.ts';
import { leave } from '../session/leave.ts';
import { UpdateBanner } from '../update-banner.tsx';
import styles from './hand-frame.module.css';

/**
 * The warehouse mode's own frame: the screen fills the tablet, its bars belong to the screens. Brings the permissions of
 * the work that is done here (a row's `parent`, else counting), from this device where there is no network.
 */
export function Frame() {
  const { pathname } = useLocation();
  const app = useApp();
  const { rows } = app;
  const { entries } = useMenu();
  const work =
    litEntry(pathname, { rows, menu: entries }) ?? litEntry('/storage/stocktakingList', { rows, menu: entries });
  usePermissions(work?.id ?? null);
  const host = useMemo(() => ({ signOut: () => leave(app) }), [app]);
  useEffect(() => {
    document.documentElement.dataset['frame'] = 'hand';
    showMarks();
    return () => {
      document.documentElement.dataset['frame'] = 'office';
    };
  }, []);
  return (
    <div className={styles.frame}>
      <UpdateBanner />
      <Suspense fallback={<div className={styles.bones} role="status" aria-label="正在打开" />}>
        <HandFrameProvider value={host}>
          <Outlet />
        </HandFrameProvider>
      </Suspense>
    </div>
  );
}
