import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { useOptions } from '#src/engine/use-options.ts';
import { few } from '../few.tsx';
import type { CellProps, Look } from '../look.ts';
import { named } from './named.tsx';

/** A record of another definition: its title, and its hint beside it. */
export const referenceLook: Look = {
  width: 176,
  widthFor: (field) => (field.target?.().number ? 320 : 176),
  cell: (props) => {
    const title = props.record[titleKey(props.name)];
    if (typeof title === 'string') return named(title, props.record[hintKey(props.name)]);
    return typeof props.value === 'number' ? <Titles definition={targetOf(props.field)} ids={[props.value]} /> : null;
  },
};

/** Records of another definition. */
export const referencesLook: Look = {
  width: 200,
  cell: ({ value, field }: CellProps) =>
    Array.isArray(value) && value.length > 0 ? <Titles definition={targetOf(field)} ids={value as number[]} /> : null,
};

/** Companion key under which an answer carries a reference's second line. */
export const hintKey = (field: string): string => `${field}__hint`;

/** Titles of ids that came without them: values of several references, and history. */
function Titles({ definition, ids }: { definition: AnyDefinition; ids: readonly number[] }) {
  const { chosen } = useOptions(definition, { keyword: '', ids, open: false });
  const titles = ids.map((id) => chosen.find((option) => option.id === id)?.title ?? `#${id}`);
  return few(titles);
}

/** The definition that a reference names. */
export function targetOf(field: Field): AnyDefinition {
  if (!field.target) throw new Error(`reference without a target: ${field.label}`);
  return field.target();
}
