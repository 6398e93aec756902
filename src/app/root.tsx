import { useEffect } from 'react';
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router-dom';
import { NoticeHost } from '#src/kit/notice-host.tsx';
import { LoadingOverlay } from './loading-overlay.tsx';
import { NoticeSlot } from './notices/notice-slot.tsx';
import type { RouteHandle } from './routing/router.tsx';
import { UpdateBanner } from './update-banner.tsx';
import { Watermark } from './watermark/watermark.tsx';

/** What stands around every frame: the page's title, the bar while a screen loads, dialogs, the offer of a new version. */
export function Root() {
  const title = useTitle();
  const loading = useNavigation().state === 'loading';
  const { pathname } = useLocation();
  const bare = pathname.startsWith('/login/');
  // The warehouse mode has it between its own bars, where it covers nothing.
  const offers = !/^\/hand(\/|$)/.test(pathname);
  useEffect(() => {
    document.title = title === '' ? product : `${title} · ${product}`;
  }, [title]);
  return (
    <>
      {loading && <div className="route-progress" aria-hidden="true" />}
      <Outlet />
      {offers && <UpdateBanner />}
      <LoadingOverlay />
      <NoticeHost />
      <NoticeSlot />
      {!bare && <Watermark />}
    </>
  );
}

const product = '折乐惠 后台';

function useTitle(): string {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return handle?.row.title ?? '';
}
