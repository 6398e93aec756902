import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import type { ReactNode } from 'react';
import { useTheme } from '../theme-choice.ts';
import { antdThemes } from './antd-theme.ts';

dayjs.locale('zh-cn');

/** What antd needs around whatever is made of it: our tokens, Chinese, and no space between the two characters of a button. */
export function DeskProvider({ children }: { children: ReactNode }) {
  const shade = useTheme((state) => state.shade);
  return (
    <ConfigProvider locale={zhCN} theme={antdThemes[shade]} button={{ autoInsertSpace: false }}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  );
}
