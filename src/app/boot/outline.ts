import { startKeys } from '#src/platform/start-keys.ts';
import { peekStored } from '#src/platform/storage.ts';
import { readTab } from '#src/platform/tab-storage.ts';
import { framesOf } from '../routing/frames.ts';

/** Says which outline index.html draws until the application is there: its shade (the person's choice, else the system's) and its frame. */
export function drawOutline(path: string): void {
  const root = document.documentElement;
  const choice = peekStored(startKeys.theme);
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset['shade'] = dark ? 'dark' : 'light';
  root.dataset['frame'] = framesOf(path)[0] ?? 'bare';
  if (readTab(startKeys.menuClosed) === '1') root.dataset['menu'] = 'closed';
}
