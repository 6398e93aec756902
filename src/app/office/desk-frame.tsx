import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { Outlet } from 'react-router-dom';
import { useTheme } from '../theme-choice.ts';
import { antdThemes } from './antd-theme.ts';

dayjs.locale('zh-cn');

/** What antd needs around its screens: our tokens, Chinese, and no space between the two characters of a button. */
export function Frame() {
  const shade = useTheme((state) => state.shade);
  return (
    <ConfigProvider locale={zhCN} theme={antdThemes[shade]} button={{ autoInsertSpace: false }}>
      <App component={false}>
        <Outlet />
      </App>
    </ConfigProvider>
  );
}
