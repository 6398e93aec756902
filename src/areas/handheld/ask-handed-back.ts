import type { SheetZone } from '#contract/areas/warehouse/count-entry.ts';
import { ask } from '#src/kit/notice.ts';
import type { CountView, ShownEntry } from '#src/local/index.ts';
import { isFinished } from './zone-state.ts';

/**
 * Lets a deed about an entry go on that makes another entry of it, or, in a zone that its counter has handed back in the
 * present round, asks first: what arrives of a zone takes that back (decision 0012). False when the person would rather not.
 */
export function askHandedBack(
  { view, zones }: { view: CountView; zones: readonly SheetZone[] },
  entry: Pick<ShownEntry, 'zone' | 'round'>,
  deed: string,
): Promise<boolean> {
  if (entry.round !== view.round || !isFinished(view, entry.zone)) return Promise.resolve(true);
  const name = zones.find((zone) => zone.code === entry.zone)?.name ?? entry.zone;
  return ask(`${name} 已交回。${deed}这一条会收回交回，之后要再交回一次。`, {
    title: `${deed}并收回交回？`,
    confirm: `仍然${deed}`,
    cancel: `不${deed}`,
  });
}
