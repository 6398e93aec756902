import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import type { ReactNode } from 'react';
import { type Bench, renderOn } from '#src/engine/test-bench.tsx';

// jsdom has no layout and scrolls nothing.
Element.prototype.scrollTo ??= () => undefined;

/** Renders an element of the desk as the app does: Chinese, no space inside buttons, in StrictMode. */
export function renderDesk(element: ReactNode, shown: { bench: Bench; at?: string; keys?: readonly string[] }) {
  return renderOn(element, {
    ...shown,
    around: (inner) => (
      <ConfigProvider locale={zhCN} button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
        <App component={false}>{inner}</App>
      </ConfigProvider>
    ),
  });
}
