import { useId } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { useEntries } from '#src/engine/paste/use-entries.ts';
import { PasteReport } from './paste-report.tsx';
import { PasteSteps } from './paste-steps.tsx';
import { PasteText } from './paste-text.tsx';

interface PasteBoxProps {
  id: string;
  value: readonly string[];
  /** Entries kept; `limits.pastedEntries` by default. */
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
export function PasteBox({ id, value, most = limits.pastedEntries, describedBy, onChange, ...shown }: PasteBoxProps) {
  const reportId = useId();
  const box = useEntries(value, { most, onChange });
  return (
    <div className="desk-paste">
      <PasteText
        {...shown}
        id={id}
        box={box}
        unbroken
        placeholder={`每行一个，最多${Math.min(most, limits.pastedEntriesTold)}个`}
        describedBy={[reportId, describedBy].filter(Boolean).join(' ')}
      />
      <div className="desk-paste-foot">
        <PasteReport id={reportId} box={box} most={most} />
        <PasteSteps of={id} box={box} disabled={shown.disabled} />
      </div>
    </div>
  );
}
