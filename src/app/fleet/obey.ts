import type { UpgradeOrder } from '#contract/areas/fleet/fleet-calls.ts';

/** What stands in the way of a device that is told to take a newer version. */
export interface UpgradeSituation {
  readonly online: boolean;
  /** The server has another build than this page: there is something to take. */
  readonly newer: boolean;
  /** Why it cannot be taken now, for a person; empty when nothing would be lost and no scan is unsent. */
  readonly hindrance: string;
}

/** Nothing; a banner that may be put away; one that stays, with what must be done first; a face over everything. */
export type Obeyed = 'none' | 'offer' | 'urge' | 'block';

/**
 * How a device obeys. Work is blocked only where the newer version can be taken that moment: with unsent scans or unsaved work, without the
 * network, or with nothing newer to be had, people go on and nothing is lost.
 */
export function obey(order: UpgradeOrder | null, { online, newer, hindrance }: UpgradeSituation): Obeyed {
  if (!order || !newer) return 'none';
  if (order.level === 'soft') return 'offer';
  return online && hindrance === '' ? 'block' : 'urge';
}
