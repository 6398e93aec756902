import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { Values } from '#src/engine/row.ts';
import { useOptions } from '#src/engine/use-options.ts';
import type { CellProps, FilterProps, InputProps, Look } from '../look.ts';

/** A record of another definition: its title, and its hint beside it. */
export const referenceLook: Look = {
  width: 176,
  widthFor: (field) => (field.target?.().number ? 320 : 176),
  cell: (props) => {
    const title = props.record[titleKey(props.name)];
    if (typeof title === 'string') return named(title, props.record[hintKey(props.name)]);
    return typeof props.value === 'number' ? <Titles definition={targetOf(props.field)} ids={[props.value]} /> : null;
  },
  Input: ReferenceInput,
  Filter: ReferenceFilter,
};

/** Records of another definition. */
export const referencesLook: Look = {
  width: 200,
  cell: ({ value, field }: CellProps) =>
    Array.isArray(value) && value.length > 0 ? <Titles definition={targetOf(field)} ids={value as number[]} /> : null,
  Input: ({ id, field, value, onChange, disabled, invalid, describedBy, label }) => (
    <Chooser
      id={id}
      definition={targetOf(field)}
      ids={Array.isArray(value) ? (value as number[]) : []}
      known={none}
      many
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      label={label}
      onPick={(options) => onChange(options.map((option) => option.id))}
    />
  ),
  Filter: ReferenceFilter,
};

/** Companion key under which an answer carries a reference's second line. */
const hintKey = (field: string): string => `${field}__hint`;

function ReferenceInput({
  id,
  name,
  field,
  value,
  record,
  onChange,
  disabled,
  invalid,
  describedBy,
  label,
  autoFocus,
}: InputProps) {
  return (
    <Chooser
      id={id}
      definition={targetOf(field)}
      ids={typeof value === 'number' ? [value] : []}
      known={knownOf(name, value, record)}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      label={label}
      required={field.required}
      autoFocus={autoFocus}
      onPick={([option]) =>
        onChange(option?.id ?? null, { [titleKey(name)]: option?.title ?? null, [hintKey(name)]: option?.hint ?? null })
      }
    />
  );
}

function ReferenceFilter({ id, name, field, values, onChange }: FilterProps) {
  const value = values[name];
  const ids = value === undefined ? [] : ([value].flat() as number[]);
  return (
    <Chooser
      id={id}
      definition={targetOf(field)}
      ids={ids}
      known={none}
      many
      placeholder="全部"
      onPick={(options) => onChange({ [name]: options.length === 0 ? undefined : options.map((option) => option.id) })}
    />
  );
}

interface ChooserProps {
  id: string;
  definition: AnyDefinition;
  ids: readonly number[];
  /** Options whose titles came with the record. */
  known: readonly Option[];
  many?: boolean;
  placeholder?: string;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  required?: boolean | undefined;
  describedBy?: string | undefined;
  label?: string | undefined;
  autoFocus?: boolean | undefined;
  onPick(options: readonly Option[]): void;
}

/** Search as you type on the server; ids without a title are asked for by id. */
function Chooser({
  id,
  definition,
  ids,
  known,
  many,
  placeholder,
  disabled,
  invalid,
  required,
  describedBy,
  label,
  autoFocus,
  onPick,
}: ChooserProps) {
  const [keyword, setKeyword] = useState('');
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly Option[]>(none);
  const told = [...known, ...picked];
  const untold = ids.filter((one) => !told.some((option) => option.id === one));
  const { options, chosen, loading, failure, kept } = useOptions(definition, { keyword, ids: untold, open });
  const all = unique([...told.filter((option) => ids.includes(option.id)), ...chosen, ...options]);
  const offered = open ? options : all;
  const shown = ids.map((one) => ({ value: one, label: all.find((option) => option.id === one)?.title ?? `#${one}` }));
  const pick = (next: readonly { value: number }[]) => {
    const found = next.flatMap(({ value }) => all.find((option) => option.id === value) ?? []);
    setPicked(found);
    onPick(found);
  };
  return (
    <Select<{ value: number; label: ReactNode } | { value: number; label: ReactNode }[]>
      id={id}
      labelInValue
      showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
      {...(many ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      allowClear={!required}
      placeholder={placeholder ?? '请选择'}
      value={many ? shown : (shown[0] ?? null)}
      options={offered.map((option) => ({ value: option.id, label: option.title, hint: option.hint }))}
      optionRender={(option) => named(String(option.data.label), option.data.hint)}
      notFoundContent={loading ? '加载中...' : failure ? '加载失败' : '暂无数据'}
      loading={loading && open}
      popupRender={(menu) => (
        <>
          {kept && <KeptNote {...kept} />}
          {menu}
        </>
      )}
      popupMatchSelectWidth={false}
      disabled={disabled ?? false}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-label={label}
      aria-required={required}
      autoFocus={autoFocus ?? false}
      onFocus={() => setOpen(true)}
      onBlur={() => {
        setOpen(false);
        setKeyword('');
      }}
      onChange={(next) => pick([next ?? []].flat())}
    />
  );
}

/** Says that the options are those kept on this device, and of when. */
function KeptNote({ takenAt, expired }: { takenAt: number; expired: boolean }) {
  return (
    <div className="desk-kept" role="status">
      离线数据，取于 {printTime(new Date(takenAt).toISOString())}
      {expired && '，已过期'}
    </div>
  );
}

/** Titles of ids that came without them: values of several references, and history. */
function Titles({ definition, ids }: { definition: AnyDefinition; ids: readonly number[] }) {
  const { chosen } = useOptions(definition, { keyword: '', ids, open: false });
  const titles = ids.map((id) => chosen.find((option) => option.id === id)?.title ?? `#${id}`);
  if (titles.length <= fewTitles) return titles.join('、');
  return <span title={titles.join('、')}>{`${titles.slice(0, fewTitles).join('、')} 等 ${titles.length} 项`}</span>;
}

/** Titles that stand in a cell; the others are counted, and shown when one points at them. */
const fewTitles = 3;

function named(title: string, hint: unknown): ReactNode {
  return typeof hint === 'string' && hint !== '' ? (
    <>
      {title} <span className="desk-hint">{hint}</span>
    </>
  ) : (
    title
  );
}

function knownOf(name: string, value: unknown, record: Values): readonly Option[] {
  const title = record[titleKey(name)];
  const hint = record[hintKey(name)];
  return typeof value === 'number' && typeof title === 'string'
    ? [{ id: value, title, hint: typeof hint === 'string' ? hint : null }]
    : none;
}

function unique(options: readonly Option[]): Option[] {
  return [...new Map(options.map((option) => [option.id, option])).values()];
}

function targetOf(field: Field): AnyDefinition {
  if (!field.target) throw new Error(`reference without a target: ${field.label}`);
  return field.target();
}

const none: readonly Option[] = [];
