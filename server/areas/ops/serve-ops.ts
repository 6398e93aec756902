import type { Kit } from '#server/kit/serve-entity.ts';
import { serveApiDocument } from './api-document.ts';
import { serveAppTokens } from './app-tokens.ts';
import { serveAuditSearch } from './audit.ts';
import { serveChecks } from './checks.ts';
import { serveHealth } from './health.ts';
import { serveSecondFactors } from './second-factor.ts';
import { serveSessions } from './sessions.ts';
import { serveSettings } from './settings.ts';

/** Serves the screens of operations. */
export function serveOps({ registry }: Kit): void {
  serveChecks(registry);
  serveSettings(registry);
  serveAuditSearch(registry);
  serveHealth(registry);
  serveSecondFactors(registry);
  serveSessions(registry);
  serveAppTokens(registry);
  serveApiDocument(registry);
}
