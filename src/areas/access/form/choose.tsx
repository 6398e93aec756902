import { Select } from 'antd';

/** What may be chosen, plainly or under headings. */
export interface Offered {
  readonly value: number;
  readonly label: string;
  readonly hint?: string | null;
  /** Why it cannot be taken. */
  readonly rests?: string;
}

interface ChooseProps {
  id: string;
  value: readonly number[];
  onChange(ids: number[]): void;
  offered: readonly (Offered | { label: string; options: readonly Offered[] })[];
  /** Titles of chosen ones that are not offered. */
  titles?: Readonly<Record<number, string>>;
  many?: boolean;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  placeholder?: string;
  label?: string;
}

/** Chooses among what is known as a whole: searched here, a second line beside each, and the reason where one rests. */
export function Choose(props: ChooseProps) {
  const { id, value, onChange, offered, titles = {}, many, disabled, invalid, describedBy, label } = props;
  const all = offered.flatMap((one) => ('options' in one ? one.options : [one]));
  const shown = value.map((one) => ({
    value: one,
    label: all.find((option) => option.value === one)?.label ?? titles[one] ?? `#${one}`,
  }));
  const entry = (one: Offered) => ({
    value: one.value,
    label: one.label,
    hint: one.rests ?? one.hint ?? null,
    disabled: one.rests !== undefined && !value.includes(one.value),
  });
  return (
    <Select<{ value: number; label: string } | { value: number; label: string }[] | null>
      id={id}
      labelInValue
      {...(many ? { mode: 'multiple' as const } : {})}
      allowClear
      showSearch={{
        filterOption: (words, option) => {
          const { label: name, hint } = option as { label?: string; hint?: string | null };
          return `${name ?? ''} ${hint ?? ''}`.toLowerCase().includes(words.trim().toLowerCase());
        },
      }}
      value={many ? shown : (shown[0] ?? null)}
      options={offered.map((one) =>
        'options' in one ? { label: one.label, options: one.options.map(entry) } : entry(one),
      )}
      optionRender={({ data }) => (
        <>
          {data.label} <span className="desk-hint">{(data as { hint?: string | null }).hint}</span>
        </>
      )}
      placeholder={props.placeholder ?? '请选择'}
      notFoundContent="暂无数据"
      popupMatchSelectWidth={false}
      disabled={disabled ?? false}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-label={label}
      onChange={(next) => onChange([next ?? []].flat().map((one) => one.value))}
    />
  );
}
