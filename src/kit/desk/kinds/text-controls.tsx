import { Input } from 'antd';
import { type ClipboardEvent, lazy, Suspense } from 'react';
import { grouped } from '#contract/kit/kinds/number.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { isList, readList } from '#src/engine/list/read-list.ts';
import { toast } from '../../notice.ts';
import type { Controls, FilterProps, InputProps } from '../kind-renderer.ts';
import { PastePopover } from '../paste/paste-popover.tsx';
import '../paste/paste.css';

// What reads a paste is not needed to show a page: it loads with the first box.
const PasteBox = lazy(async () => ({ default: (await import('../paste/paste-box.tsx')).PasteBox }));
// Few forms offer values for a text.
const OfferedText = lazy(async () => ({ default: (await import('./offered-text.tsx')).OfferedText }));

/** One line of text. */
export const textControls: Controls = {
  Input: (props) =>
    props.field.choices ? (
      <Suspense fallback={<PlainText {...props} disabled />}>
        <OfferedText {...props} />
      </Suspense>
    ) : (
      <PlainText {...props} />
    ),
  Filter: ListedTextFilter,
};

/** Several lines of text. */
export const proseControls: Controls = {
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

function PlainText(props: InputProps) {
  return (
    <Input
      {...plain(props)}
      maxLength={props.field.most ?? limits.name}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

function TextFilter({ id, name, values, onChange }: FilterProps) {
  return <PartInput id={id} value={values[name]} onChange={(value) => onChange({ [name]: value })} />;
}

/** A part of the text, or a pasted list of which any is meant exactly: numbers and codes, one a line (specification §5). */
function ListedTextFilter({ id, name, field, values, onChange }: FilterProps) {
  const value = values[name];
  const list = Array.isArray(value) ? (value as string[]) : null;
  const take = (entries: readonly string[]) => onChange({ [name]: entries.length > 0 ? entries : undefined });
  const paste = async (text: string) => {
    const { entries, cut } = await readList(text);
    take(entries);
    if (cut > 0) toast(tooManyEntries(), 'bad');
  };
  return (
    <div className={list ? 'desk-with-list' : 'desk-with-paste'}>
      {!list && (
        <PartInput
          id={id}
          value={value}
          onChange={(part) => onChange({ [name]: part })}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text/plain');
            if (!isList(text)) return;
            event.preventDefault();
            void paste(text);
          }}
        />
      )}
      <PastePopover
        key="list"
        id={list ? id : `${id}-paste`}
        title={field.label}
        button={list ? `已输入 ${grouped(list.length)} 个` : '粘贴'}
        plain={!list}
        {...(list ? { className: 'desk-paste-open' } : {})}
      >
        <PasteBox
          id={`${id}-box`}
          value={list ?? [value].filter((part): part is string => typeof part === 'string')}
          label={field.label}
          autoFocus
          onChange={take}
        />
      </PastePopover>
    </div>
  );
}

interface PartInputProps {
  id: string;
  value: unknown;
  onChange(value: string | undefined): void;
  onPaste?(event: ClipboardEvent): void;
}

function PartInput({ id, value, onChange, onPaste }: PartInputProps) {
  return (
    <Input
      id={id}
      allowClear
      autoComplete="off"
      placeholder="请输入"
      maxLength={limits.name}
      value={typeof value === 'string' ? value : ''}
      {...(onPaste ? { onPaste } : {})}
      onChange={(event) => onChange(event.target.value || undefined)}
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
    'aria-required': field.required === true,
    autoFocus: autoFocus ?? false,
  };
}
