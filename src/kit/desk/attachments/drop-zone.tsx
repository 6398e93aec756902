import { Button, Select } from 'antd';
import { type DragEvent, useRef, useState } from 'react';
import { filePurposes } from '#contract/areas/tasks/files.ts';
import { limits } from '#contract/kit/limits.ts';
import styles from './attachments.module.css';

interface DropZoneProps {
  kinds: Readonly<Record<string, string>>;
  onFiles(files: readonly File[], kind: string): void;
}

/** Where files are dropped, or chosen by keyboard, and what they are said to be. */
export function DropZone({ kinds, onFiles }: DropZoneProps) {
  const codes = Object.keys(kinds);
  const [kind, setKind] = useState(codes[0] ?? '');
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { types, bytes } = filePurposes.voucher;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files], kind);
  };
  return (
    <div
      className={styles.drop}
      data-over={over}
      role="group"
      aria-label="添加附件"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {codes.length > 1 && (
        <Select
          aria-label="附件类型"
          value={kind}
          onChange={setKind}
          options={codes.map((code) => ({ value: code, label: kinds[code] }))}
          popupMatchSelectWidth={false}
        />
      )}
      <Button onClick={() => input.current?.click()}>选择文件</Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="选择附件"
        accept={types.map((type) => `.${type}`).join(',') + ',.jpg'}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])], kind);
          event.target.value = '';
        }}
      />
      <span className={styles.lead}>或把文件拖到这里</span>
      <span className="desk-hint">
        {types.join('、').toUpperCase()}，每个不超过 {bytes / 1_048_576} MB，最多 {limits.attachments} 个
      </span>
    </div>
  );
}
