import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { AntdProvider } from '#src/kit/desk/antd-provider.tsx';
import { onStillness, wantsStillness } from '#src/platform/reduced-motion.ts';
import { useTheme } from '../theme-choice.ts';
import { antdThemes } from './antd-theme.ts';

dayjs.locale('zh-cn');

/** The look of the desk, in the shade that the person has chosen, and as still as they want it. */
export function DeskProvider({ children }: { children: ReactNode }) {
  const theme = antdThemes[useTheme((state) => state.shade)];
  const still = useSyncExternalStore(onStillness, wantsStillness);
  // Told to antd, which otherwise waits for the ends of motions that the style sheet has taken away.
  const stilled = useMemo(
    () => (still ? { ...theme, token: { ...theme.token, motion: false } } : theme),
    [theme, still],
  );
  return <AntdProvider theme={stilled}>{children}</AntdProvider>;
}
