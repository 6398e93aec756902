import { fieldOf } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { Row } from '#src/engine/row.ts';
import { sumOf } from '../sum-of.ts';
import { Sums } from '../sums.tsx';

interface SumRowProps {
  definition: AnyDefinition;
  sum: Readonly<Record<string, number | null>> | undefined;
  picked?: readonly Row[];
}

const none: readonly Row[] = [];

/** 合计 over everything that was found, not over the page; beside it that of the picked rows. */
export function SumRow({ definition, sum, picked = none }: SumRowProps) {
  // What stands behind a key that this person lacks is not in the answer.
  const names = (definition.list.sum ?? []).filter((name) => sum && name in sum);
  if (names.length === 0 || !sum) return null;
  const shared = { names, fieldOf: (name: string) => fieldOf(definition, name) };
  return (
    <>
      <Sums {...shared} label="合计" sum={sum} />
      {picked.length > 0 && (
        <Sums {...shared} label={`选中 ${grouped(picked.length)} 行合计`} sum={sumOf(picked, names)} />
      )}
    </>
  );
}
