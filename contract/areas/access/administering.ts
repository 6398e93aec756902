import { callsOf } from '../../kit/calls.ts';
import { openAppTokenCall } from '../ops/app-tokens.ts';
import { resetSecondFactorCall } from '../ops/second-factor.ts';
import { endSessionsCall } from '../ops/sessions.ts';
import { adminCalls } from './admin.ts';
import { grantCalls } from './grant.ts';
import { organize, organizeCalls } from './organize.ts';
import { roleCalls } from './role.ts';

/** Keys by which accounts, roles and organisations are changed: who holds one of them administers access. */
export const administeringKeys: ReadonlySet<string> = new Set(
  [
    adminCalls.add,
    adminCalls.edit,
    adminCalls.status,
    resetSecondFactorCall,
    endSessionsCall,
    openAppTokenCall,
    roleCalls.add,
    roleCalls.edit,
    roleCalls.status,
    callsOf(organize).add,
    callsOf(organize).edit,
    organizeCalls.status,
    organizeCalls.addData,
    ...Object.values(grantCalls.decide),
  ].map(({ access }) => access),
);
