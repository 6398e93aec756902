import { ConfigProvider, type ThemeConfig } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import type { ReactNode } from 'react';
import './desk.css';

/** What antd needs around whatever is made of it: our tokens, Chinese, and no space between the two characters of a button. */
export function AntdProvider({ theme, children }: { theme: ThemeConfig; children: ReactNode }) {
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false, loadingIcon: busy }}>
      {children}
    </ConfigProvider>
  );
}

// antd's own says "loading" in English, and stays, unseen but read out, where a browser drops the end of its transition.
const busy = <span className="spinner desk-spinner" role="img" aria-label="处理中" />;
