import type { SheetDownload, SheetProgress, SheetZone } from '#contract/areas/warehouse/count-entry.ts';
import type { CountView } from './count-view.ts';

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

/**
 * The zones of a sheet, from what the server last told of it (nothing of an earlier round than what is kept) and from what
 * is kept. In a round no zone is opened again, so one is closed where either says so.
 */
export function zonesNow(told: SheetProgress | undefined, kept: SheetDownload | undefined): SheetZone[] {
  if (!told) return kept?.zones ?? [];
  const closed = kept?.round === told.round ? kept.zones.filter((zone) => zone.status === 0) : [];
  return told.zones.map(({ id, code, name, closed_at }) => {
    const open = !closed_at && !closed.some((zone) => zone.code === code);
    return { id, code, name, status: open ? 1 : 0 };
  });
}
