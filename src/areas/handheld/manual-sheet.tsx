import { Button } from 'antd-mobile';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import { NumberPad } from '#src/kit/hand/number-pad.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import type { OpenSheet } from '#src/local/index.ts';
import styles from './handheld.module.css';
import { gradeName, unknownWords } from './result-panel.tsx';

/** What is being typed by hand. A scan while this is open fills the code in, leaves the pieces alone and counts nothing. */
export interface Typing {
  code: string;
  qty: string;
  kind: 'add' | 'total';
}

/** Types a code and a number of pieces: so many more, or the total that replaces this counter's figure. */
export function ManualSheet({
  typing,
  grade,
  open,
  onChange,
  onDone,
  onClose,
}: {
  typing: Typing;
  grade: number;
  open: OpenSheet;
  onChange(typing: Typing): void;
  onDone(): void;
  onClose(): void;
}) {
  const [field, setField] = useState<'code' | 'qty'>(typing.code === '' ? 'code' : 'qty');
  const [letters, setLetters] = useState(false);
  const goods = typing.code.trim() === '' ? null : open.find(typing.code, grade);
  const most = field === 'code' ? limits.name : String(limits.quantity).length;
  const put = (text: string) => onChange({ ...typing, [field]: text.slice(0, most) });
  return (
    <Sheet title="手动录入" open onClose={onClose}>
      <label className={styles.field} data-active={field === 'code' || undefined}>
        <span>条码 / 货号</span>
        <input
          value={typing.code}
          inputMode={letters ? 'text' : 'none'}
          autoComplete="off"
          maxLength={limits.name}
          onFocus={() => setField('code')}
          onChange={(event) => onChange({ ...typing, code: event.target.value })}
        />
        <button type="button" aria-pressed={letters} onClick={() => setLetters(!letters)}>
          {letters ? '数字' : '字母'}
        </button>
      </label>
      <p className={styles.typedGoods} data-found={goods ? true : undefined}>
        {goods
          ? `${goods.name} · ${goods.color} / ${goods.size}`
          : typing.code.trim() === ''
            ? '扫描或输入条码'
            : `${unknownWords(open, typing.code)}，录入后需人工处理`}
        {grade !== 0 && ` · ${gradeName(grade)}`}
      </p>
      <ChoiceRow
        label="录入方式"
        choices={[
          { value: 'add', label: '再加' },
          { value: 'total', label: '总数' },
        ]}
        value={typing.kind}
        onChange={(kind) => onChange({ ...typing, kind })}
      />
      <label className={styles.field} data-active={field === 'qty' || undefined}>
        <span>{typing.kind === 'add' ? '再加几件' : '总数（替换我的数）'}</span>
        <input
          className={styles.figureInput}
          value={typing.qty}
          placeholder="0"
          inputMode="none"
          autoComplete="off"
          // From the pad alone: a gun types wherever the focus is, and a code's digits would pass for pieces.
          readOnly
          onFocus={() => setField('qty')}
        />
      </label>
      <NumberPad
        onDigit={(digit) => put(field === 'qty' && typing.qty === '0' ? digit : typing[field] + digit)}
        onDelete={() => put(typing[field].slice(0, -1))}
        onClear={() => put('')}
      />
      <Button
        block
        color="primary"
        size="large"
        className={styles.tall ?? ''}
        disabled={!canRecord(typing)}
        onClick={onDone}
      >
        {typing.kind === 'add' ? `录入 +${typing.qty || 0}` : `总数改为 ${typing.qty || 0}`}
      </Button>
    </Sheet>
  );
}

/** Whether what is typed can be an entry: a code, and pieces from 1 (more) or from 0 (a total). */
export function canRecord({ code, qty, kind }: Typing): boolean {
  return code.trim() !== '' && /^\d{1,6}$/.test(qty) && (kind === 'total' || Number(qty) > 0);
}
