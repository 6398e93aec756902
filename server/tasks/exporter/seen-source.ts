import type { Actor } from '#server/identity/actor.ts';
import type { ExportColumn, ExportSource } from '../exports/source.ts';

/** The rows of an export without the columns that one person may not see, and the keys of those behind one that they may. */
export interface SeenSource extends ExportSource {
  readonly masks: readonly string[];
}

/** A source as this person sees it: a masked column without its key is not in the file (domain.md §10.1). */
export function seenSource(source: ExportSource, actor: Actor): SeenSource {
  const holds = ({ mask }: ExportColumn): boolean => mask === undefined || actor.permissions.has(mask);
  const columns = source.columns.filter(holds);
  return { ...source, columns, masks: [...new Set(columns.flatMap(({ mask }) => mask ?? []))].sort() };
}
