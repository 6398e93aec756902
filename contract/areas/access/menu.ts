import { areas } from '../../areas.ts';
import type { MenuEntry, MenuGroupHead, MenuKeys, MenuScreen } from '../../kit/menu.ts';

export interface MenuGroup extends MenuGroupHead {
  readonly screens: readonly MenuScreen[];
}

/** The menu of the screens that exist (domain.md §10.2), out of what the areas say; 首页 is prepended by the browser (specification §1). */
export const menu: readonly MenuGroup[] = areas
  .flatMap((area) => area.menu?.groups ?? [])
  .sort((one, other) => one.order - other.order)
  .map((group) => ({ ...group, screens: screensIn(group.url) }));

/** Does the screen open for somebody who holds these keys? Menu, start page, palette and links ask this and nothing else. */
export const mayOpen = ({ opens }: Pick<MenuScreen, 'opens'>, held: ReadonlySet<string>): boolean =>
  opens.some((key) => held.has(key));

/** The address of a leaf: two leading characters that the browser removes, then the route (specification §2). */
export const urlOf = (screen: Pick<MenuScreen, 'route'>): string => `/#${screen.route}`;

function screensIn(group: MenuEntry['group']): MenuScreen[] {
  return areas
    .flatMap((area) => area.menu?.screens ?? [])
    .filter((screen) => screen.group === group)
    .sort((one, other) => one.order - other.order)
    .map(({ route, name, opens, keys }) => ({ route, name, opens: found(opens), keys: found(keys) }));
}

function found(keys: MenuKeys): readonly string[] {
  return typeof keys === 'function' ? keys(areas) : keys;
}
