import { create } from 'zustand';
import { palettes, type Shade } from '#src/kit/theme.ts';
import { startKeys } from '#src/platform/start-keys.ts';
import { getStored, setStored } from '#src/platform/storage.ts';

/** What a person wants of the look; `auto` follows the system. */
export type ThemeChoice = 'auto' | 'light' | 'dark';

/** The wish and what it comes to now. `boot/boot.ts` reads the same wish before the first paint. */
export const useTheme = create<{ choice: ThemeChoice; shade: Shade }>(() => ({ choice: 'auto', shade: 'light' }));

/** Changes the wish; it belongs to the machine and stays through sign-outs. */
export function chooseTheme(choice: ThemeChoice): void {
  setStored(startKeys.theme, choice);
  apply(choice);
}

/** Takes up the kept wish and follows the system; called once at the start. */
export function startTheme(): void {
  const stored = getStored<ThemeChoice>(startKeys.theme);
  apply(stored.found === 'value' ? stored.value : 'auto');
  darkSystem().addEventListener('change', () => apply(useTheme.getState().choice));
}

function apply(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'auto' && darkSystem().matches);
  const shade: Shade = dark ? 'dark' : 'light';
  document.documentElement.dataset['shade'] = shade;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', palettes[shade].paper);
  useTheme.setState({ choice, shade });
}

function darkSystem(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
