import { redirect } from 'react-router-dom';
import type { RouteRow } from '#src/engine/route-row.ts';
import { hasAuthorization } from '#src/platform/session.ts';
import { signInAddress } from './return-address.ts';

/**
 * The route guard (specification §2, amendments F): a screen that needs a login and no stored authorization leads to the
 * sign-in page and back. It asks nothing else: a tablet in a dead spot is not locked out by a clock.
 */
export function guard(row: Pick<RouteRow, 'needLogin'>, address: string): Response | null {
  return row.needLogin && !hasAuthorization() ? redirect(signInAddress(address)) : null;
}
