import { Modal } from 'antd';
import { useId, useState } from 'react';
import { checkBillLine } from '#contract/areas/settlement/check-bill-line.ts';
import type { Field } from '#contract/kit/field.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';

interface AdjustDialogProps {
  line: Row;
  running: boolean;
  onClose(): void;
  onDone(amount: number, reason: string | null): Promise<void>;
}

/** Agrees on another amount for one line, and why; 0 takes that back. */
export function AdjustDialog({ line, running, onClose, onDone }: AdjustDialogProps) {
  const id = useId();
  const [values, setValues] = useState<Values>({
    adjust_amount: line.adjust_amount ?? 0,
    adjust_reason: line.adjust_reason ?? null,
  });
  const amount = values.adjust_amount;
  const reason = typeof values.adjust_reason === 'string' && values.adjust_reason !== '' ? values.adjust_reason : null;
  const ready = typeof amount === 'number' && (amount === 0 || (reason !== null && reason.length >= 2));
  return (
    <Modal
      open
      title={`调整 ${String(line.source_no)}${typeof line.amount === 'number' ? `（原金额 ${printYuan(line.amount)}）` : ''}`}
      okButtonProps={{ disabled: !ready, loading: running }}
      onCancel={onClose}
      onOk={() => void onDone(Number(amount), reason)}
    >
      {Object.entries(asked).map(([name, field]) => (
        <FieldRow
          key={name}
          id={`${id}-${name}`}
          name={name}
          field={field}
          values={values}
          onChange={(changed, value) => setValues((before) => ({ ...before, [changed]: value }))}
          error={undefined}
          disabled={running}
        />
      ))}
    </Modal>
  );
}

const { adjust_amount, adjust_reason } = checkBillLine.fields;
const asked: Record<string, Field> = {
  adjust_amount: { ...adjust_amount, derived: false },
  adjust_reason: { ...adjust_reason, derived: false },
};
