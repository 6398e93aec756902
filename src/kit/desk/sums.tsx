import type { Field } from '#contract/kit/field.ts';
import type { Values } from '#src/engine/row.ts';
import { lookOf } from './kinds/index.ts';

interface SumsProps {
  label: string;
  /** In place of the label on the page. */
  title?: string;
  names: readonly string[];
  fieldOf(name: string): Field;
  sum: Values;
}

/** Sums beside one another, each as its field reads. */
export function Sums({ label, title = label, names, fieldOf, sum }: SumsProps) {
  return (
    <div className="desk-sum" role="group" aria-label={label}>
      <span className="desk-sum-title">{title}</span>
      <dl>
        {names.map((name) => {
          const field = fieldOf(name);
          return (
            <div key={name}>
              <dt>{field.label}</dt>
              <dd>
                {sum[name] === null ? '超出' : lookOf(field).cell({ value: sum[name], field, name, record: sum })}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
