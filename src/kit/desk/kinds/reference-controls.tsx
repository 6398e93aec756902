import { lazy, Suspense } from 'react';
import type { Option } from '#contract/kit/calls.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { isTree } from '#src/engine/is-tree.ts';
import { unknownKey } from '#src/engine/paste/paste-block.ts';
import type { Values } from '#src/engine/row.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import type { Controls, FilterProps, InputProps } from '../kind-renderer.ts';
import { Chooser, type ChooserProps } from './chooser.tsx';
import { hintKey, targetOf } from './reference.tsx';

/** A record of another definition, found by words, a pasted number or a scan. */
export const referenceControls: Controls = { Input: ReferenceInput, Filter: ReferenceFilter };

/** Records of another definition. */
export const referencesControls: Controls = {
  Input: ({ id, field, value, among, onChange, disabled, invalid, describedBy, label, autoFocus }) => (
    <SeveralChooser
      id={id}
      definition={targetOf(field)}
      ids={Array.isArray(value) ? (value as number[]) : none}
      among={among}
      disabled={disabled}
      invalid={invalid}
      required={field.required === true}
      describedBy={describedBy}
      label={label}
      autoFocus={autoFocus}
      onPick={(options) => onChange(options.map((option) => option.id))}
    />
  ),
  Filter: ReferencesFilter,
};

function ReferenceInput({
  id,
  name,
  field,
  value,
  record,
  among,
  onChange,
  disabled,
  invalid,
  describedBy,
  label,
  autoFocus,
}: InputProps) {
  // Pasted, and nothing that is there: in sight on its own line until something is chosen instead.
  const unknown = typeof value === 'number' ? undefined : record[unknownKey(name)];
  return (
    <Chooser
      id={id}
      definition={targetOf(field)}
      {...(typeof unknown === 'string' ? { placeholder: `未识别：${unknown}` } : {})}
      ids={typeof value === 'number' ? [value] : []}
      known={knownOf(name, value, record)}
      among={among}
      disabled={disabled}
      invalid={invalid || typeof unknown === 'string'}
      describedBy={describedBy}
      label={label}
      required={field.required === true}
      autoFocus={autoFocus}
      onPick={([option]) =>
        onChange(option?.id ?? null, {
          ...(typeof unknown === 'string' ? { [unknownKey(name)]: null } : {}),
          [titleKey(name)]: option?.title ?? null,
          [hintKey(name)]: option?.hint ?? null,
        })
      }
    />
  );
}

function ReferenceFilter(props: FilterProps) {
  // What is numbered comes as a list out of a sheet or a message: goods by their codes, documents by their numbers.
  return <Chooser {...filtering(props)} known={none} many paste={targetOf(props.field).number !== undefined} />;
}

function ReferencesFilter(props: FilterProps) {
  return <SeveralChooser {...filtering(props)} />;
}

function filtering({ id, name, field, values, onChange }: FilterProps) {
  const value = values[name];
  return {
    id,
    definition: targetOf(field),
    ids: value === undefined ? none : ([value].flat() as number[]),
    placeholder: '全部',
    asks: true,
    onPick: (options: readonly Option[]) =>
      onChange({ [name]: options.length === 0 ? undefined : options.map((option) => option.id) }),
  };
}

// Trees are chosen from by few, and the part that shows them is heavy: it loads with the first one.
const TreeChooser = lazy(async () => ({ default: (await import('./tree-chooser.tsx')).TreeChooser }));

/** Several records: of a tree by their paths, if this person may read it; of anything else by search. */
function SeveralChooser(props: Omit<ChooserProps, 'known' | 'many' | 'paste'>) {
  const mayRead = useAllowed(props.definition.calls.list?.[1]);
  if (!isTree(props.definition) || !mayRead) return <Chooser {...props} known={none} many paste />;
  return (
    <Suspense fallback={<span className="desk-input-rest" />}>
      <TreeChooser {...props} />
    </Suspense>
  );
}

function knownOf(name: string, value: unknown, record: Values): readonly Option[] {
  const title = record[titleKey(name)];
  const hint = record[hintKey(name)];
  return typeof value === 'number' && typeof title === 'string'
    ? [{ id: value, title, hint: typeof hint === 'string' ? hint : null }]
    : none;
}

const none: readonly never[] = [];
