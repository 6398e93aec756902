import type { CountView } from '#src/local/index.ts';

/** Whether this counter has handed the zone back. */
export function isFinished(view: CountView, zone: string): boolean {
  return view.zones.some((one) => one.zone === zone && one.finished);
}

/**
 * Whether this counter may count in a zone of a round: only where a download has registered it does the office wait for
 * the device, so scans of any other zone could be missing from a sheet that is submitted (decision 0005).
 */
export function isRegistered(view: CountView, at: { round: number; zone: string }): boolean {
  return view.round === at.round && view.zones.some((one) => one.zone === at.zone);
}
