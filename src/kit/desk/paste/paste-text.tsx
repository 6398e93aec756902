import { Input } from 'antd';
import type { ClipboardEvent, DragEvent } from 'react';
import type { EntriesView } from '#src/engine/paste/use-entries.ts';

interface PasteTextProps {
  id: string;
  box: EntriesView;
  placeholder: string;
  /** Id of the element that says what is in it. */
  describedBy: string;
  rows?: number;
  /** Whole lines stay whole: where they are codes. */
  unbroken?: boolean;
  /** Something is done with the list: it stays as it is meanwhile. */
  resting?: boolean;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  required?: boolean | undefined;
  label?: string | undefined;
  autoFocus?: boolean | undefined;
}

/** Where a list is pasted or typed. A long text is read first and never stands here as it came: drawing it is what would take long. */
export function PasteText({ id, box, rows = 4, unbroken, resting = false, ...shown }: PasteTextProps) {
  const take = (event: ClipboardEvent | DragEvent, text: string) => {
    if (resting) return;
    const area = event.currentTarget as HTMLTextAreaElement;
    if (box.paste(text, { from: area.selectionStart, to: area.selectionEnd })) event.preventDefault();
  };
  return (
    <Input.TextArea
      id={id}
      rows={rows}
      autoComplete="off"
      spellCheck={false}
      // Lines that are never broken are laid out several times faster.
      wrap={unbroken ? 'off' : 'soft'}
      placeholder={shown.placeholder}
      value={box.text}
      readOnly={resting || box.progress !== null || box.folded}
      disabled={shown.disabled ?? false}
      status={shown.invalid ? 'error' : ''}
      aria-invalid={shown.invalid}
      aria-describedby={shown.describedBy}
      aria-label={shown.label}
      aria-required={shown.required === true}
      autoFocus={shown.autoFocus ?? false}
      onChange={(event) => box.type(event.target.value)}
      onPaste={(event) => take(event, event.clipboardData.getData('text/plain'))}
      onDrop={(event) => take(event, event.dataTransfer.getData('text/plain'))}
      onBlur={box.leave}
    />
  );
}
