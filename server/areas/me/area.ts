import type { ServerArea } from '#server/area.ts';
import { serveMe } from './serve-me.ts';

/** A person's own account and views. */
export const me: ServerArea = { name: 'me', serve: serveMe };
