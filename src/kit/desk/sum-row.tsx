import { fieldOf } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { lookOf } from './kinds/index.ts';

/** 合计 over everything that was found, not over the page. */
export function SumRow({
  definition,
  sum,
}: {
  definition: AnyDefinition;
  sum: Readonly<Record<string, number>> | undefined;
}) {
  // What stands behind a key that this person lacks is not in the answer.
  const names = (definition.list.sum ?? []).filter((name) => sum && name in sum);
  if (names.length === 0 || !sum) return null;
  return (
    <div className="desk-sum" role="group" aria-label="合计">
      <span className="desk-sum-title">合计</span>
      <dl>
        {names.map((name) => {
          const field = fieldOf(definition, name);
          return (
            <div key={name}>
              <dt>{field.label}</dt>
              <dd>{lookOf(field).cell({ value: sum[name], field, name, record: sum })}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
