import { useEffect, useMemo, useState } from 'react';
import type { Row } from '#src/engine/row.ts';
import { useProgress } from './use-progress.ts';

/** The lines of a sheet that a review asks a reason of, all of them at once. */
export interface MissingReasons {
  readonly ids: ReadonlySet<number>;
  /** The row to be brought into sight. */
  readonly reveal: { readonly id: number } | undefined;
  /** Brings the first of them into sight, and the cursor into its field. */
  goToFirst(): void;
}

/** Which lines lack a reason, as the server says; none where this person cannot give any. */
export function useMissingReasons(id: number, lines: readonly Row[], editing: boolean): MissingReasons {
  const asked = useProgress(id).progress?.missing_reasons;
  const [reveal, setReveal] = useState<{ readonly id: number }>();
  const ids = useMemo(() => new Set(editing ? asked : []), [asked, editing]);
  // The row is drawn after it has been brought into sight.
  useEffect(() => {
    if (!reveal) return;
    const frame = requestAnimationFrame(() =>
      document.querySelector<HTMLInputElement>(`input[data-reason="${reveal.id}"]`)?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [reveal]);
  return {
    ids,
    reveal,
    goToFirst() {
      const first = lines.find((line) => ids.has(line.id));
      if (first) setReveal({ id: first.id });
    },
  };
}
