import { Input } from 'antd';
import { limits } from '#contract/kit/limits.ts';
import type { FilterProps, InputProps, Look } from '../look.ts';

/** One line of text. */
export const textLook: Look = {
  width: 140,
  cell: ({ value }) => shown(value),
  Input: (props) => (
    <Input
      {...plain(props)}
      maxLength={props.field.most ?? limits.name}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
  Filter: TextFilter,
};

/** Several lines of text. */
export const proseLook: Look = {
  width: 200,
  wide: true,
  cell: ({ value }) => shown(value),
  Input: (props) => (
    <Input.TextArea
      {...plain(props)}
      rows={2}
      maxLength={props.field.most ?? limits.remark}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
  Filter: TextFilter,
};

function TextFilter({ id, name, values, onChange }: FilterProps) {
  return (
    <Input
      id={id}
      allowClear
      autoComplete="off"
      placeholder="请输入"
      maxLength={limits.name}
      value={typeof values[name] === 'string' ? values[name] : ''}
      onChange={(event) => onChange({ [name]: event.target.value || undefined })}
    />
  );
}

function plain({ id, field, value, disabled, invalid, describedBy, label, autoFocus }: InputProps) {
  return {
    id,
    autoComplete: 'off',
    value: typeof value === 'string' ? value : '',
    disabled: disabled ?? false,
    status: invalid ? ('error' as const) : ('' as const),
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    'aria-label': label,
    'aria-required': field.required,
    autoFocus: autoFocus ?? false,
  };
}

function shown(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
