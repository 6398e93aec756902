import { Button, Input } from 'antd';
import { type ClipboardEvent, type DragEvent, useId } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { useEntries } from '#src/engine/use-entries.ts';
import { PasteReport } from './paste-report.tsx';

interface PasteBoxProps {
  id: string;
  value: readonly string[];
  /** Entries kept; `limits.pastedEntries` unless told. */
  most?: number | undefined;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  required?: boolean | undefined;
  describedBy?: string | undefined;
  label?: string | undefined;
  autoFocus?: boolean | undefined;
  onChange(entries: readonly string[]): void;
}

/** A box for SKUs, order numbers, batch numbers: one a line, pasted or typed; it counts, and says what it left out. */
export function PasteBox({ id, value, most = limits.pastedEntries, onChange, ...shown }: PasteBoxProps) {
  const reportId = useId();
  const box = useEntries(value, { most, onChange });
  const busy = box.progress !== null;
  // A long text is read first and never stands in the box as it came: drawing it is what would take long.
  const take = (event: ClipboardEvent | DragEvent, text: string) => {
    const area = event.currentTarget as HTMLTextAreaElement;
    if (box.paste(text, { from: area.selectionStart, to: area.selectionEnd })) event.preventDefault();
  };
  const edit = () => {
    box.unfold();
    document.getElementById(id)?.focus();
  };
  return (
    <div className="desk-paste">
      <Input.TextArea
        id={id}
        rows={4}
        autoComplete="off"
        spellCheck={false}
        // Lines that are never broken are laid out several times faster, and there may be thousands.
        wrap="off"
        placeholder={`每行一个，最多${Math.min(most, limits.pastedEntriesTold)}个`}
        value={box.text}
        readOnly={busy || box.folded}
        disabled={shown.disabled ?? false}
        status={shown.invalid ? 'error' : ''}
        aria-invalid={shown.invalid}
        aria-describedby={[reportId, shown.describedBy].filter(Boolean).join(' ')}
        aria-label={shown.label}
        aria-required={shown.required}
        autoFocus={shown.autoFocus ?? false}
        onChange={(event) => box.type(event.target.value)}
        onPaste={(event) => take(event, event.clipboardData.getData('text/plain'))}
        onDrop={(event) => take(event, event.dataTransfer.getData('text/plain'))}
        onBlur={box.leave}
      />
      <div className="desk-paste-foot">
        <PasteReport
          id={reportId}
          count={box.count}
          most={most}
          read={box.read}
          folded={box.folded}
          progress={box.progress}
        />
        {busy && (
          <Button type="link" size="small" onClick={box.cancel}>
            取消
          </Button>
        )}
        {!busy && box.folded && !shown.disabled && (
          // The pointer must not take the focus from the box: leaving it folds it again.
          <Button type="link" size="small" onMouseDown={(event) => event.preventDefault()} onClick={edit}>
            编辑
          </Button>
        )}
        {!busy && box.text !== '' && !shown.disabled && (
          <Button type="link" size="small" onClick={box.clear}>
            清空
          </Button>
        )}
      </div>
    </div>
  );
}
