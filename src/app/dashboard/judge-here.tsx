import { Drawer } from 'antd';
import {
  type ComponentType,
  createElement,
  Suspense,
  use,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { Link, UNSAFE_LocationContext as LocationContext } from 'react-router-dom';
import type { Waiting } from '#contract/areas/shell/dashboard.ts';
import { type PageHost, PageProvider, usePage } from '#src/engine/page-context.ts';
import { openedPermissionNode, openPermissionNode } from '#src/engine/permissions-store.ts';
import { besideWidth } from '#src/kit/desk/beside.ts';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { useApp } from '../app-context.tsx';
import { useMenu } from '../menu/menu-query.ts';
import { litEntry } from '../menu/menu-tree.ts';
import { usePermissions } from '../menu/use-permissions.ts';
import { DeskProvider } from '../office/desk-provider.tsx';
import { useEscape } from '../office/use-escape.ts';
import { placeRecordBlocks } from '../record-blocks.ts';
import { loadPart } from '../routing/stale-chunk.ts';

placeRecordBlocks();

interface JudgeHereProps {
  waiting: Waiting;
  onClose(): void;
  /** The document was judged. */
  onTaken(): void;
}

/** A document's own page beside the landing page, with its judgement begun: what it is judged by is there, and nobody leaves the list. */
export function JudgeHere({ waiting, onClose, onTaken }: JudgeHereProps) {
  const { rows } = useApp();
  const around = usePage();
  const live = useContext(LocationContext);
  const [pathname = '', search = ''] = waiting.url.split('?');
  const address = waiting.judge === null ? waiting.url : `${waiting.url}&begin=${waiting.judge}`;
  const location = useMemo(
    () => ({
      ...live,
      location: { ...live.location, pathname, search: address.slice(pathname.length), hash: '', key: address },
    }),
    [live, pathname, address],
  );
  const host = useMemo(
    (): PageHost => ({ ...around, key: null, setName() {}, setDirty() {}, beside: { taken: onTaken } }),
    [around, onTaken],
  );
  const row = rows.find(({ path }) => path === pathname);
  useKeysOf(pathname);
  // Also once a dialog of the document has closed, which leaves the focus on nothing; while it is open Escape is its own.
  const leave = useCallback(() => {
    if (!document.querySelector(openDialogs)) onClose();
  }, [onClose]);
  useEscape(true, leave);
  return (
    <DeskProvider>
      <Drawer
        open
        size={besideWidth}
        aria-label={`${waiting.label} ${waiting.no}`}
        extra={<Link to={`${pathname}?${search}`}>打开单据</Link>}
        onClose={onClose}
        destroyOnHidden
      >
        <LocationContext value={location}>
          <PageProvider value={host}>
            <Suspense fallback={<LoadingFace />}>{row && <Loaded screen={screenOf(pathname, row.screen)} />}</Suspense>
          </PageProvider>
        </LocationContext>
      </Drawer>
    </DeskProvider>
  );
}

/** The keys of the document's own screen, while it is shown; then again those of the page around it. */
function useKeysOf(pathname: string): void {
  const { rows } = useApp();
  const { entries } = useMenu();
  const [before] = useState(openedPermissionNode);
  usePermissions(litEntry(pathname, { rows, menu: entries })?.id ?? null);
  useEffect(() => () => openPermissionNode(before), [before]);
}

function Loaded({ screen }: { screen: Promise<ComponentType> }) {
  return createElement(use(screen));
}

const loading = new Map<string, Promise<ComponentType>>();

/** The screen of a path, asked for once; one that does not come is asked for again. */
function screenOf(path: string, load: () => Promise<{ Screen: ComponentType }>): Promise<ComponentType> {
  const known = loading.get(path);
  if (known) return known;
  const screen = loadPart(load).then((part) => part.Screen);
  loading.set(path, screen);
  screen.catch(() => loading.delete(path));
  return screen;
}

/** Dialogs of ours and of the library; a closed one of the library's may still stand in the page. */
const openDialogs = 'dialog[open], .ant-modal-wrap:not([style*="display: none"])';
