import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useMenu } from '../menu/menu-query.ts';
import { litEntry } from '../menu/menu-tree.ts';
import { usePermissions } from '../menu/use-permissions.ts';
import { routes } from '../routes.ts';
import styles from './hand-frame.module.css';

/**
 * The warehouse mode's own frame: the screen fills the tablet, its bars belong to the screens. Brings the permissions of
 * the work that is done here (a row's `parent`, else counting), from this device where there is no network.
 */
export function Frame() {
  const { pathname } = useLocation();
  const { entries } = useMenu();
  const work = litEntry(pathname, routes, entries) ?? litEntry('/storage/stocktakingList', routes, entries);
  usePermissions(work?.id ?? null);
  useEffect(() => {
    document.documentElement.dataset['frame'] = 'hand';
    return () => {
      document.documentElement.dataset['frame'] = 'office';
    };
  }, []);
  return (
    <div className={styles.frame}>
      <Suspense fallback={<div className={styles.bones} role="status" aria-label="正在打开" />}>
        <Outlet />
      </Suspense>
    </div>
  );
}
