import { Input, type InputRef, Select } from 'antd';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { gradeColumns } from '#contract/areas/purchasing/inbound-count.ts';
import { isBlock, readBlock } from '#src/engine/paste/paste-block.ts';

/** What the field lets its page do. */
export interface ScanHandle {
  focus(): void;
}

interface ScanFieldProps {
  ref?: Ref<ScanHandle>;
  grade: number;
  disabled: boolean;
  onGrade(grade: number): void;
  /** One piece more, of the chosen grade. */
  onScan(code: string): void;
  /** A list of codes, quantities and perhaps grades, row by row. */
  onPaste(block: readonly (readonly string[])[]): void;
}

/**
 * Where a scanner types and a person too: each code that ends with Enter is one piece of the chosen grade, a block from a sheet is a
 * list of figures. It keeps the focus, so that one scans on without looking.
 */
export function ScanField({ ref, grade, disabled, onGrade, onScan, onPaste }: ScanFieldProps) {
  const id = useId();
  const input = useRef<InputRef>(null);
  const [typed, setTyped] = useState('');
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), []);
  const enter = (event: KeyboardEvent) => {
    // The form around it must not be sent by the end of a code.
    event.preventDefault();
    const code = typed.trim();
    setTyped('');
    if (code !== '') onScan(code);
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isBlock(text)) return;
    event.preventDefault();
    onPaste(readBlock(text));
  };
  return (
    <div className="desk-fields">
      <div className="desk-field">
        <label htmlFor={`${id}-code`}>扫描</label>
        <Input
          ref={input}
          id={`${id}-code`}
          value={typed}
          autoFocus
          autoComplete="off"
          disabled={disabled}
          placeholder="扫描或输入条码、货品编码，回车计 1 件；可粘贴“编码、数量、品级”"
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={enter}
          onPaste={paste}
        />
      </div>
      <div className="desk-field">
        <label htmlFor={`${id}-grade`}>扫描品级</label>
        <Select
          id={`${id}-grade`}
          value={grade}
          disabled={disabled}
          options={gradeColumns.map(({ grade: value, label }) => ({ value, label }))}
          onChange={onGrade}
        />
      </div>
    </div>
  );
}
