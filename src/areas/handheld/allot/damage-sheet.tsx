import { Button } from 'antd-mobile';
import { useEffect, useEffectEvent, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { CardRow } from '#src/kit/hand/card.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { sound } from '#src/platform/sound.ts';
import { wholeCode } from '#src/reader/keyboard-wedge.ts';
import { onScan, type Scan } from '#src/reader/scans.ts';
import { goodsName, variantOf } from '../goods-words.ts';
import styles from '../handheld.module.css';
import { type DamagedLine, isPieceOf, nameDamaged } from './damage-names.ts';

interface DamageSheetProps {
  lines: readonly DamagedLine[];
  /** Keeps a code that was named; false when the device would not. */
  onName(code: string): boolean;
  onForget(code: string): void;
  onClose(): void;
}

/** Names the damaged pieces of a delivery by their codes: whatever is scanned while it stands is one of them, and counts nothing. */
export function DamageSheet({ lines, onName, onForget, onClose }: DamageSheetProps) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const name = (code: string) => {
    const naming = nameDamaged(lines, code.trim());
    const kept = naming.ok && onName(naming.code);
    sound(kept ? 'new' : 'not_saved');
    setWrong(kept ? '' : naming.ok ? '本机存储已满，没有记下' : naming.words);
  };
  const heard = useEffectEvent((scan: Scan) => {
    // A reader hears every piece around, the damaged ones and all others.
    if (scan.by === 'tags') return;
    const code = wholeCode(scan, (one) => isPieceOf(lines, one));
    if (code !== null) return name(code);
    sound('not_saved');
    setWrong('没读全，请再扫一次');
  });
  useEffect(() => onScan(heard), []);
  return (
    <Sheet title="指明残次的唯一码" open onClose={onClose}>
      <p className={styles.soft}>扫一下残次的那一件。没有指明的，判定残次时再问。</p>
      {wrong !== '' && (
        <p className={styles.trouble} role="alert">
          {wrong}
        </p>
      )}
      {lines.map(({ counted: { goods, damaged }, read, named }) => (
        <section key={goods.line_id} aria-label={goodsName(goods)}>
          <CardRow
            title={goodsName(goods)}
            text={[variantOf(goods), goods.sku_no].filter(Boolean).join(' · ')}
            mark={<strong>{`${read.length + named.length} / ${damaged}`}</strong>}
          />
          {read.map((code) => (
            <CardRow key={code} title={code} text="已按残次扫过" />
          ))}
          {named.map((code) => (
            <CardRow key={code} title={code} text="点这里取消指明" onOpen={() => onForget(code)} />
          ))}
        </section>
      ))}
      <label className={styles.field} data-active>
        <span>唯一码 / EPC</span>
        <input
          value={text}
          autoComplete="off"
          maxLength={limits.name}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Button
        block
        color="primary"
        size="large"
        className={styles.tall ?? ''}
        disabled={text.trim() === ''}
        onClick={() => {
          name(text);
          setText('');
        }}
      >
        指明
      </Button>
    </Sheet>
  );
}
