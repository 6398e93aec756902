import { useId } from 'react';
import type { Fields } from '#contract/kit/field.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import type { Draft } from './use-draft.ts';

interface DraftFieldsProps {
  draft: Pick<Draft<unknown>, 'values' | 'errors' | 'set'>;
  fields: Fields;
  /** Those to show, in this order; all by default. */
  names?: readonly string[];
  disabled: boolean;
  /** The first one has the focus when the form opens. */
  focused?: boolean;
}

/** Fields of a draft by their kinds, to stand in a grid beside inputs of our own. Throws for a name that is no field. */
export function DraftFields({
  draft,
  fields,
  names = Object.keys(fields),
  disabled,
  focused = false,
}: DraftFieldsProps) {
  const id = useId();
  return names.map((name, index) => {
    const field = fields[name];
    if (!field) throw new Error(`there is no field ${name} to show`);
    return (
      <FieldRow
        key={name}
        id={`${id}-${name}`}
        name={name}
        field={field}
        values={draft.values}
        onChange={(changed, value, shown) => draft.set({ [changed]: value, ...shown })}
        error={draft.errors[name]}
        disabled={disabled}
        autoFocus={focused && index === 0}
      />
    );
  });
}
