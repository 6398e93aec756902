import { preload } from '../routing/router.tsx';

/** What makes a link read its screen while a pointer or the focus is on it. */
export function ahead(url: string) {
  const path = url.split('?')[0] ?? '';
  return { onPointerEnter: () => preload(path), onFocus: () => preload(path) };
}
