import { Button, Modal } from 'antd';
import { useId, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { channelSheet } from '#contract/areas/cashier/cashier-calls.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { reconAt } from '../addresses.ts';
import { useImportRecon } from './use-import-recon.ts';

/** A channel's bill of a day: which, and the file. Matched by a task; one that is not finished is replaced. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const importing = useImportRecon();
  const take = async (file: File | undefined) => {
    const made = file && (await importing.send(file));
    if (made !== undefined) void navigate(reconAt.detail(made));
  };
  return (
    <Modal
      open
      title="导入渠道账单"
      onCancel={onClose}
      footer={
        <Button
          type="primary"
          disabled={!importing.ready}
          loading={importing.running}
          onClick={() => input.current?.click()}
        >
          选择文件
        </Button>
      }
    >
      {Object.entries(importing.fields).map(([name, field], index) => (
        <FieldRow
          key={name}
          id={`${id}-${name}`}
          name={name}
          field={field}
          values={importing.values}
          onChange={importing.set}
          disabled={importing.running}
          autoFocus={index === 0}
        />
      ))}
      <p className="desk-hint">{`CSV 或 Excel，第一行为列名：${channelSheet.columns.map(({ label }) => label).join('、')}。同一渠道同一天重新导入时替换原账单，已完成的不能再导入。`}</p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择渠道账单"
        accept=".csv,.txt,.gz,.xlsx"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {importing.wrong && (
        <p className="desk-wrong" role="alert">
          {importing.wrong}
        </p>
      )}
    </Modal>
  );
}
