import { useState } from 'react';
import type { Option } from '#contract/kit/calls.ts';
import { type AxisRecord, axisRecordsIn, type CrossFields } from '#src/engine/form/cross.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';

/**
 * The rows or columns of a matrix: those that lines name, and those that were added and have no line yet. One stays where it stood while it
 * has lost its last line, until it is dropped.
 */
export function useStanding(named: readonly AxisRecord[]) {
  const [all, setAll] = useState<readonly AxisRecord[]>(named);
  const known = new Set(all.map(({ id }) => id));
  const fresh = named.filter(({ id }) => !known.has(id));
  if (fresh.length > 0) setAll([...all, ...fresh]);
  return {
    all,
    add: (options: readonly Option[]) =>
      setAll((before) => {
        const there = new Set(before.map(({ id }) => id));
        return [
          ...before,
          ...options.filter(({ id }) => !there.has(id)).map(({ id, title, hint }) => ({ id, title, hint })),
        ];
      }),
    drop: (id: number) => setAll((before) => before.filter((one) => one.id !== id)),
  };
}

/** What stands down and across in the matrix of a form. */
export const useCross = (form: FormCore, of: CrossFields) => ({
  goods: useStanding(axisRecordsIn(of.goods, form.lines)),
  across: useStanding(axisRecordsIn(of.across, form.lines)),
});

export type Cross = ReturnType<typeof useCross>;
