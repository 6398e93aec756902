import { Button } from 'antd-mobile';
import { type ComponentRef, useEffect, useRef, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import { NumberPad } from '#src/kit/hand/number-pad.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { ByCamera } from '../camera/by-camera.tsx';
import { goodsName, variantOf } from '../goods-words.ts';
import { gradeName } from '../grade-words.ts';
import styles from '../handheld.module.css';
import { unknownWords } from './result-panel.tsx';
import type { OpenSheet } from './sheets.ts';
import { canRecord, type Typing, withDigit, without } from './typing.ts';

/** Types a code and a number of pieces: so many more, or, with `totals`, the total that replaces this counter's figure. */
export function ManualSheet({
  typing,
  grade,
  open,
  totals = true,
  onChange,
  onDone,
  onClose,
}: {
  typing: Typing;
  grade: number;
  open: Pick<OpenSheet, 'find' | 'clashes'>;
  totals?: boolean;
  onChange(change: (typing: Typing) => Typing): void;
  onDone(): void;
  onClose(): void;
}) {
  const [letters, setLetters] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  const record = useRef<ComponentRef<typeof Button>>(null);
  const { at } = typing;
  useEffect(() => {
    if (at === 'code') code.current?.focus({ preventScroll: true });
    else code.current?.blur();
  }, [at]);
  const goods = typing.code.trim() === '' ? null : open.find(typing.code, grade);
  const to = (at: Typing['at']) => onChange((before) => ({ ...before, at }));
  const goOn = () => {
    if (at === 'code') to('qty');
    // Not recorded at once: an Enter may be the end of a scan that was not heard as one.
    else record.current?.nativeElement?.focus();
  };
  return (
    <Sheet title="手动录入" open onClose={onClose}>
      <label className={styles.field} data-active={at === 'code' || undefined}>
        <span>条码 / 货号</span>
        <input
          ref={code}
          value={typing.code}
          inputMode={letters ? 'text' : 'none'}
          autoComplete="off"
          maxLength={limits.name}
          onFocus={(event) => {
            to('code');
            // What a slow gun types here takes the place of what stands here.
            event.target.select();
          }}
          onChange={(event) => onChange((before) => ({ ...before, code: event.target.value }))}
          onKeyDown={(event) => event.key === 'Enter' && goOn()}
        />
        <button type="button" aria-pressed={letters} onClick={() => setLetters(!letters)}>
          {letters ? '数字' : '字母'}
        </button>
      </label>
      <p className={styles.typedGoods} data-found={goods ? true : undefined}>
        {goods
          ? `${goodsName(goods)} · ${variantOf(goods)}`
          : typing.code.trim() === ''
            ? '扫描或输入条码'
            : `${unknownWords(open, typing.code)}，录入后需人工处理`}
        {grade !== 0 && ` · ${gradeName(grade)}`}
      </p>
      <ByCamera />
      {totals && (
        <ChoiceRow
          label="录入方式"
          choices={[
            { value: 'add', label: '再加' },
            { value: 'total', label: '总数' },
          ]}
          value={typing.kind}
          onChange={(kind) => onChange((before) => ({ ...before, kind }))}
        />
      )}
      <label className={styles.field} data-active={at === 'qty' || undefined}>
        <span>{typing.kind === 'add' ? '再加几件' : '总数（替换我的数）'}</span>
        <input
          className={styles.figureInput}
          value={typing.qty}
          placeholder="0"
          inputMode="none"
          autoComplete="off"
          // Through the pad alone, which knows whose digits they are: a gun types wherever the focus is.
          readOnly
          onFocus={() => to('qty')}
        />
      </label>
      <NumberPad
        onDigit={(digit, since) => onChange((before) => withDigit(before, digit, since))}
        onDelete={() => onChange((before) => without(before, 'last'))}
        onClear={() => onChange((before) => without(before, 'all'))}
        onEnter={goOn}
      />
      <Button
        ref={record}
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
