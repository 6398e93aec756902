import { create } from 'zustand';
import { startKeys } from '#src/platform/start-keys.ts';
import { keepInTab, readTab } from '#src/platform/tab-storage.ts';

interface MenuOpen {
  /** The menu shows marks only. */
  closed: boolean;
  /** Names of the groups that a person has opened. */
  groups: readonly string[];
  /** On a narrow screen the menu lies over the page while this is true. */
  drawer: boolean;
}

const groupsKey = 'menu-groups';

/** How the menu stands; kept for this tab (specification §2: "the open state is kept in session storage"). */
export const useMenuOpen = create<MenuOpen>(() => ({
  closed: readTab(startKeys.menuClosed) === '1',
  groups: readTab(groupsKey)?.split('\n').filter(Boolean) ?? [],
  drawer: false,
}));

/** Collapses or expands the whole menu; on a narrow screen shows or hides it. */
export function toggleMenu(narrow: boolean): void {
  if (narrow) {
    useMenuOpen.setState(({ drawer }) => ({ drawer: !drawer }));
    return;
  }
  const closed = !useMenuOpen.getState().closed;
  keepInTab(startKeys.menuClosed, closed ? '1' : null);
  document.documentElement.dataset['menu'] = closed ? 'closed' : 'open';
  useMenuOpen.setState({ closed });
}

/** Opens or closes one group. */
export function toggleGroup(name: string): void {
  const { groups } = useMenuOpen.getState();
  setGroups(groups.includes(name) ? groups.filter((open) => open !== name) : [...groups, name]);
}

/** Opens exactly these groups: all of them, or none. */
export function openGroups(names: readonly string[]): void {
  setGroups([...names]);
}

/** Opens the group of the lit entry. */
export function openGroup(name: string): void {
  const { groups } = useMenuOpen.getState();
  if (!groups.includes(name)) setGroups([...groups, name]);
}

/** Puts the menu of a narrow screen away. */
export function closeDrawer(): void {
  useMenuOpen.setState({ drawer: false });
}

function setGroups(groups: string[]): void {
  keepInTab(groupsKey, groups.join('\n'));
  useMenuOpen.setState({ groups });
}
