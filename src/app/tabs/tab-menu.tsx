import { StripMenu } from './strip-menu.tsx';
import { type Beside, homePath, keysBeside, type Tab } from './tab-list.ts';
import type { TabActions } from './use-tab-actions.ts';

interface TabMenuProps {
  tab: Tab;
  /** Where it opens, in the window. */
  x: number;
  y: number;
  list: readonly Tab[];
  actions: TabActions;
  leave: () => void;
}

/** The menu of one tab. */
export function TabMenu({ tab, list, actions, ...place }: TabMenuProps) {
  const none = (which: Beside) => keysBeside(list, tab.key, which).length === 0;
  const choices = [
    { key: 'reload', words: '重新载入', run: () => actions.reload(tab) },
    { key: 'close', words: '关闭', hint: closeKeys, run: () => actions.close(tab), off: tab.key === homePath },
    { key: 'others', words: '关闭其他', run: () => actions.closeBeside(tab, 'others'), off: none('others') },
    { key: 'right', words: '关闭右侧', run: () => actions.closeBeside(tab, 'right'), off: none('right') },
    { key: 'all', words: '关闭全部', run: () => actions.closeBeside(tab, 'all'), off: none('all') },
  ];
  return <StripMenu label={`${tab.name || '页面'} 的菜单`} choices={choices} {...place} />;
}

const closeKeys = 'Alt+W';
