import { Button, Input, Upload } from 'antd';
import { useState } from 'react';
import { readSheetFile, readSheetText, type SheetRows } from '#src/engine/bulk/read-sheet.ts';
import styles from './bulk.module.css';

interface TableSourceProps {
  /** Which columns it may have. */
  hint: string;
  most: number;
  disabled?: boolean | undefined;
  onRead(rows: SheetRows): void;
}

/** Rows of a sheet, from a file or pasted: what is pasted is read and not drawn, for thousands of lines take long to lay out. */
export function TableSource({ hint, most, disabled = false, onRead }: TableSourceProps) {
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState('');
  const take = async (file: File) => {
    setBusy(true);
    setWords('');
    try {
      const read = await readSheetFile(file, most);
      if ('words' in read) setWords(read.words);
      else onRead(read);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.source}>
      <p className="desk-hint">{hint}</p>
      <Upload
        accept=".csv,.txt,.xlsx"
        showUploadList={false}
        disabled={disabled || busy}
        beforeUpload={(file) => {
          void take(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button loading={busy} disabled={disabled}>
          选择文件
        </Button>
      </Upload>
      <Input.TextArea
        rows={2}
        value=""
        disabled={disabled || busy}
        placeholder="或从表格复制后粘贴到这里"
        aria-label="粘贴表格"
        onPaste={(event) => {
          event.preventDefault();
          setWords('');
          onRead(readSheetText(event.clipboardData.getData('text/plain'), most));
        }}
      />
      {words !== '' && (
        <p className="desk-wrong" role="alert">
          {words}
        </p>
      )}
    </div>
  );
}
