import { useId } from 'react';
import type { TaskForm } from '#contract/areas/tasks/form.ts';
import type { FormErrors } from '#src/engine/form/errors.ts';
import type { Values } from '#src/engine/row.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { lookOf } from '#src/kit/desk/kinds/index.ts';
import styles from '../tasks.module.css';
import { AllRadios, hasAllOfItsOwn } from './all-radios.tsx';
import { type Block, layoutOf, type TaskDraft } from './form-layout.ts';
import { SpanBlock } from './span-block.tsx';

interface TaskFormFieldsProps {
  form: TaskForm;
  draft: TaskDraft;
  errors: FormErrors;
  disabled: boolean;
  onSet(name: string, value: unknown, shown?: Values): void;
  onSpan(label: string): void;
}

/** The inputs of a form of an export, as its definition has them and its draft leaves them to be shown. */
export function TaskFormFields({ form, draft, errors, disabled, onSet, onSpan }: TaskFormFieldsProps) {
  const id = useId();
  const { fields, title } = form.definition;
  const { values } = draft;
  const fieldOf = (name: string) => {
    const field = fields[name];
    if (!field) throw new Error(`${form.definition.name} has no field ${name}`);
    return field;
  };
  const row = (name: string) => (
    <FieldRow
      key={name}
      id={`${id}-${name}`}
      name={name}
      field={fieldOf(name)}
      values={values}
      onChange={onSet}
      error={errors[name]}
      disabled={disabled}
      autoFocus={name === title}
    />
  );
  const radios = (name: string) => (
    <AllRadios
      key={name}
      id={`${id}-${name}`}
      name={name}
      field={fieldOf(name)}
      value={values[name]}
      disabled={disabled}
      onChange={onSet}
    />
  );
  const inputsOf = (block: Block) => {
    if (block.kind === 'field') return hasAllOfItsOwn(fieldOf(block.name)) ? radios(block.name) : row(block.name);
    if (block.kind === 'pair') {
      const { type, value } = block.pair;
      return (
        <div key={type} className={styles.pair}>
          {row(type)}
          {!block.alone && row(value)}
        </div>
      );
    }
    const { from, to } = block.span;
    return (
      <SpanBlock
        key={from}
        id={`${id}-${from}`}
        form={form}
        span={block.span}
        chosen={draft.span}
        start={values[from]}
        end={values[to]}
        error={errors[from] ?? errors[to]}
        disabled={disabled}
        onSet={onSet}
        onSpan={onSpan}
      />
    );
  };
  const isWide = (block: Block) => block.kind === 'field' && lookOf(fieldOf(block.name)).wide === true;
  return <div className="desk-fields">{wideLast(layoutOf(form, draft), isWide).map(inputsOf)}</div>;
}

// What takes the whole width stands behind what shares it, so that no gaps are left.
function wideLast(blocks: readonly Block[], isWide: (block: Block) => boolean): Block[] {
  const rank = (block: Block) => (block.kind === 'pair' ? 2 : Number(isWide(block)));
  return blocks.toSorted((one, other) => rank(one) - rank(other));
}
