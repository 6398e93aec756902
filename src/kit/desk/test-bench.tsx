import type { ReactNode } from 'react';
import { type Bench, renderOn } from '#src/engine/test-bench.tsx';
import { useNotices } from '../notice.ts';
import { NoticeHost } from '../notice-host.tsx';
import { AntdProvider } from './antd-provider.tsx';

// jsdom has no layout and scrolls nothing.
Element.prototype.scrollTo ??= () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;

/** Renders an element of the desk as the app does, in StrictMode; nothing moves. */
export function renderDesk(element: ReactNode, shown: { bench: Bench; at?: string; keys?: readonly string[] }) {
  // Toasts outlive a page, and so a test.
  useNotices.setState({ dialogs: [], toasts: [] });
  return renderOn(element, {
    ...shown,
    around: (inner) => (
      <AntdProvider theme={{ token: { motion: false } }}>
        {inner}
        <NoticeHost />
      </AntdProvider>
    ),
  });
}
