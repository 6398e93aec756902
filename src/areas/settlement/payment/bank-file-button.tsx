import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { paymentCalls } from '#contract/areas/settlement/settle-calls.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { SaveFileButton } from '#src/kit/desk/save-file-button.tsx';

/** Payments as a file for the bank. One that was in a file before is paid twice by a second one, so that asks for a reason first. */
export function BankFileButton({ rows }: { rows: readonly Row[] }) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const mayUse = useAllowed(paymentCalls.bankFile.access);
  const again = rows.filter((row) => row.bank_file_at);
  const input = { ids: rows.map((row) => row.id), export: 1 };
  if (!mayUse) return null;
  if (again.length === 0)
    return (
      <SaveFileButton call={paymentCalls.bankFile} input={input} disabled={rows.length === 0} label="银行付款文件" />
    );
  return (
    <>
      <Button onClick={() => setAsking(true)}>银行付款文件</Button>
      <Modal
        open={asking}
        title={`${again.length} 笔付款已导出过银行文件`}
        onCancel={() => setAsking(false)}
        footer={
          <SaveFileButton
            call={paymentCalls.bankFile}
            input={{ ...input, reason: reason.trim() }}
            disabled={reason.trim().length < limits.reasonLeast}
            label="再次导出"
          />
        }
      >
        <p>{`${again.map((row) => String(row.payment_no)).join('、')}：请先确认银行没有处理过，再次导出可能重复付款。`}</p>
        <Input.TextArea
          aria-label="再次导出的原因"
          placeholder="再次导出的原因"
          value={reason}
          maxLength={limits.reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    </>
  );
}
