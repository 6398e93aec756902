import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { forgetAll } from '#src/engine/query-keys.ts';
import { ask } from '#src/kit/notice.ts';
import { type Beside, homePath, keysBeside, nextAfter, type Tab } from './tab-list.ts';
import { discardChanges, dropTabs, restartTab, useTabs } from './tabs-store.ts';

/** What can be done with a tab. Whatever would lose unsaved changes asks first. */
export interface TabActions {
  open(tab: Tab): void;
  close(tab: Tab): Promise<void>;
  closeBeside(tab: Tab, which: Beside): Promise<void>;
  reload(tab: Tab): Promise<void>;
}

/** The actions of the strip and of its menu. */
export function useTabActions(): TabActions {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const open = (tab: Tab) => void navigate(tab.address);
  return {
    open,
    async close(tab) {
      if (!(await mayLose([tab.key], '关闭'))) return;
      const { list, current } = useTabs.getState();
      // The page in view makes room by going elsewhere: its tab is replaced by the one it leads to.
      if (tab.key === current) void navigate(nextAfter(list, tab.key).address, { replace: true });
      else dropTabs([tab.key]);
    },
    async closeBeside(tab, which) {
      const keys = keysBeside(useTabs.getState().list, tab.key, which);
      if (!(await mayLose(keys, '关闭'))) return;
      const inView = keys.includes(useTabs.getState().current);
      dropTabs(inView ? keys.filter((key) => key !== useTabs.getState().current) : keys);
      if (inView) void navigate(which === 'all' ? homePath : tab.address, { replace: true });
    },
    async reload(tab) {
      if (!(await mayLose([tab.key], '重新载入'))) return;
      restartTab(tab.key);
      void forgetAll(queries);
      if (tab.key !== useTabs.getState().current) open(tab);
    },
  };
}

/** True when nothing on these pages is unsaved, or a person agrees to lose it. */
export async function mayLose(keys: readonly string[], doing: string): Promise<boolean> {
  const { unsaved, current } = useTabs.getState();
  const lost = unsaved.filter((key) => keys.includes(key));
  if (lost.length === 0) return true;
  const words =
    keys.length === 1 ? '离开后，未保存的修改会丢失。' : `其中 ${lost.length} 个页面有未保存的修改，关闭后会丢失。`;
  const agreed = await ask(words, { title: '有未保存的修改', confirm: doing, danger: true });
  if (agreed) discardChanges(lost);
  if (agreed && lost.includes(current)) useTabs.setState({ released: current });
  return agreed;
}
