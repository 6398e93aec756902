/** The frames that stand around screens, the outer one first. */
export type FrameName = 'office' | 'desk' | 'hand';

/** Office screens that are drawn without antd: the landing page is there before antd has been read. */
const plainPaths = new Set(['/', '/dashboard/index']);

/** The frames of a path: none for signing in, the warehouse mode's under `/hand`, the office's everywhere else. */
export function framesOf(path: string): readonly FrameName[] {
  if (path.startsWith('/login/')) return [];
  if (path === '/hand' || path.startsWith('/hand/')) return ['hand'];
  return plainPaths.has(path) ? ['office'] : ['office', 'desk'];
}
