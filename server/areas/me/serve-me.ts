import type { Kit } from '#server/kit/serve-entity.ts';
import { serveListViews } from './list-views.ts';
import { servePreferences } from './preferences.ts';
import { serveOwnSecondFactor } from './second-factor.ts';
import { serveOwnSessions } from './sessions.ts';
import { serveOwnSignIns } from './sign-ins.ts';
import { serveViewSharing } from './view-sharing.ts';

/** Serves what every signed-in person may see and set of the own account; nothing here takes the id of a person. */
export function serveMe({ registry }: Kit): void {
  serveOwnSessions(registry);
  serveOwnSignIns(registry);
  servePreferences(registry);
  serveListViews(registry);
  serveOwnSecondFactor(registry);
  serveViewSharing(registry);
}
