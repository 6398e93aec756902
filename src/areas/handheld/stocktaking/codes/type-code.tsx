import { Button } from 'antd-mobile';
import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import styles from '../../handheld.module.css';

/** Types the number on a tag that no gun and no reader reads; a scan meanwhile is that number. */
export function TypeCode({
  code,
  onChange,
  onDone,
  onClose,
}: {
  code: string;
  onChange(code: string): void;
  onDone(): void;
  onClose(): void;
}) {
  const [letters, setLetters] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // There is nothing else to do here.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <Sheet title="手动录入" open onClose={onClose}>
      <label className={styles.field} data-active>
        <span>唯一码 / EPC</span>
        <input
          value={code}
          inputMode={letters ? 'text' : 'numeric'}
          autoComplete="off"
          maxLength={limits.name}
          ref={field}
          onChange={(event) => onChange(event.target.value)}
        />
        <button type="button" aria-pressed={letters} onClick={() => setLetters(!letters)}>
          {letters ? '数字' : '字母'}
        </button>
      </label>
      <Button
        block
        color="primary"
        size="large"
        className={styles.tall ?? ''}
        disabled={code.trim() === ''}
        onClick={onDone}
      >
        录入
      </Button>
    </Sheet>
  );
}
