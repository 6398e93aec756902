import { Input } from 'antd';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';

interface ReasonInputProps {
  line: Row;
  /** What was typed here and the server refused: it stays in sight, marked. */
  refused: string | undefined;
  /** The review asks for one. */
  missing?: boolean;
  onKeep(reason: string | null): void;
}

/** The reason of one line, kept when the field is left. What was refused is kept only when it is asked for: by Enter, or typed anew. */
export function ReasonInput({ line, refused, missing = false, onKeep }: ReasonInputProps) {
  const before = (line.reason as string | null) ?? '';
  const [typed, setTyped] = useState(refused ?? before);
  const text = typed.trim();
  const tooShort = text !== '' && text.length < limits.reasonLeast;
  const keep = () => {
    if (!tooShort && (text !== before || refused !== undefined)) onKeep(text === '' ? null : text);
  };
  return (
    <Input
      size="small"
      aria-label="差异原因"
      maxLength={limits.reason}
      status={tooShort || (missing && text === '') ? 'error' : refused === undefined ? '' : 'warning'}
      aria-invalid={tooShort || (missing && text === '')}
      data-reason={line.id}
      placeholder={missing ? '请填写' : ''}
      // Always there: an input that gets or loses its suffix loses the focus too.
      suffix={<span className="desk-hint">{refused === undefined ? '' : '未保存'}</span>}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => text !== refused && keep()}
      onPressEnter={keep}
    />
  );
}
