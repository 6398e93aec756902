import { Button, Modal } from 'antd';
import { useId, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { codeSheet } from '#contract/areas/codes/code-calls.ts';
import { codeFile } from '#contract/areas/codes/code-file.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { codeFileAt } from './addresses.ts';
import { useUploadFile } from './use-upload-file.ts';

/** A file of codes: what it is of, and the file. Looked through by a task; nothing else happens before it is confirmed. */
export function UploadDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const upload = useUploadFile();
  const take = async (file: File | undefined) => {
    const made = file && (await upload.send(file));
    if (made !== undefined) void navigate(codeFileAt.detail(made));
  };
  return (
    <Modal
      open
      title={`上传${codeFile.label}`}
      onCancel={onClose}
      footer={
        <Button type="primary" disabled={!upload.ready} loading={upload.running} onClick={() => input.current?.click()}>
          选择文件
        </Button>
      }
    >
      {Object.entries(upload.fields).map(([name, field], index) => (
        <FieldRow
          key={name}
          id={`${id}-${name}`}
          name={name}
          field={field}
          values={upload.values}
          onChange={upload.set}
          disabled={upload.running}
          autoFocus={index === 0}
        />
      ))}
      <p className="desk-hint">{`CSV 或 Excel，列为：${codeSheet.columns.map(({ label }) => label).join('、')}`}</p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择码文件"
        accept=".csv,.txt,.gz,.xlsx"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {upload.wrong && (
        <p className="desk-wrong" role="alert">
          {upload.wrong}
        </p>
      )}
    </Modal>
  );
}
