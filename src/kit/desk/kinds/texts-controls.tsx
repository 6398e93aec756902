import { lazy, Suspense } from 'react';
import type { Controls, FilterProps, InputProps } from '../kind-renderer.ts';
import { PastePopover } from '../paste/paste-popover.tsx';
import '../paste/paste.css';

// What reads a paste is not needed to show a page: it loads with the first box.
const PasteBox = lazy(async () => ({ default: (await import('../paste/paste-box.tsx')).PasteBox }));

/** A pasted list of codes or numbers: a box in a form; in a filter bar a button that says how many, and opens the box. */
export const textsControls: Controls = {
  Input: TextsInput,
  Filter: TextsFilter,
};

function TextsInput({ field, value, onChange, id, disabled, invalid, describedBy, label, autoFocus }: InputProps) {
  return (
    <Suspense fallback={<span className="desk-paste-rest" />}>
      <PasteBox
        id={id}
        value={listOf(value)}
        most={field.most}
        required={field.required === true}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
        label={label}
        autoFocus={autoFocus}
        onChange={(entries) => onChange(entries.length > 0 ? entries : null)}
      />
    </Suspense>
  );
}

function TextsFilter({ id, name, field, values, onChange }: FilterProps) {
  const entries = listOf(values[name]);
  const none = entries.length === 0;
  return (
    <PastePopover
      id={id}
      title={field.label}
      button={none ? '粘贴或输入' : `已输入 ${entries.length} 个`}
      className={none ? 'desk-paste-open desk-paste-none' : 'desk-paste-open'}
    >
      <PasteBox
        id={`${id}-box`}
        value={entries}
        most={field.most}
        label={field.label}
        autoFocus
        onChange={(given) => onChange({ [name]: given.length > 0 ? given : undefined })}
      />
    </PastePopover>
  );
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as string[]) : nothing;
}

const nothing: readonly string[] = [];
