import { command } from '../../kit/call.ts';
import type { Saved } from '../../kit/calls.ts';

/** What one asks for of a member's points or growth. */
export interface Adjusting {
  remark?: string | null;
  user_id: number;
  change_value: number;
  reason: string;
}

const erp = { service: 'erp' } as const;

/** Calls of members that no definition spells. */
export const memberCalls = {
  /** Frozen members neither earn nor spend; `status` is 1 or 2. */
  status: command<{ ids: number[]; status: number; reason: string }, { count: number }>({
    ...erp,
    path: '/v1/user/status',
    access: 'user:status',
  }),
  /** Puts labels on members by hand, or takes them off; in an exclusive group the new one takes the place of another. */
  setLabels: command<{ user_ids: number[]; label_ids: number[]; op: 'add' | 'remove' }, { count: number }>({
    ...erp,
    path: '/v1/user/setLabels',
    access: 'user:setLabels',
  }),
  /** The whole mobile of one member; who asked, and why, stays in the member's history. */
  mobile: command<{ id: number; reason: string }, { mobile: string | null }>({
    ...erp,
    path: '/v1/user/mobile',
    access: 'user:mobile',
  }),
  /** Forgets who a member is, on that person's request: orders, points and money stay, under the number alone. For good. */
  erase: command<{ id: number; version: number; reason: string }, Saved>({
    ...erp,
    path: '/v1/user/erase',
    access: 'user:erase',
  }),
  pointAdjust: command<Adjusting, Saved>({
    ...erp,
    path: '/v1/userBusiness/pointAdjust',
    access: 'userBusiness:pointAdjust',
  }),
  growthAdjust: command<Adjusting, Saved>({
    ...erp,
    path: '/v1/userBusiness/growthAdjust',
    access: 'userBusiness:growthAdjust',
  }),
};
