import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import type { ReactNode } from 'react';
import { AntdProvider } from '#src/kit/desk/antd-provider.tsx';
import { useTheme } from '../theme-choice.ts';
import { antdThemes } from './antd-theme.ts';

dayjs.locale('zh-cn');

/** The look of the desk, in the shade that the person has chosen. */
export function DeskProvider({ children }: { children: ReactNode }) {
  const shade = useTheme((state) => state.shade);
  return <AntdProvider theme={antdThemes[shade]}>{children}</AntdProvider>;
}
