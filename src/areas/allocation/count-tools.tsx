import { Button } from 'antd';
import { useState } from 'react';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { TransitionsView } from '#src/engine/detail/use-transitions.ts';
import { ScanField } from '#src/kit/desk/scan-field.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { type Counted, figuresOf, filled, type Scannable, scanned } from './scan-codes.ts';

interface CountToolsProps {
  transitions: TransitionsView;
  codes: ReadonlyMap<string, Scannable>;
  of: Counted;
}

/** Counting the lines of a step by scanner: each code is a piece more. Whoever counts by hand takes what is expected and changes what differs. */
export function CountTools({ transitions, codes, of }: CountToolsProps) {
  const toast = useToast();
  const [last, setLast] = useState<string>();
  // What nobody knows stays in view until somebody has looked at the piece.
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const answers = transitions.step?.answers ?? [];
  const disabled = transitions.running || transitions.unknown;
  const { counted, expected } = figuresOf(answers, of);
  const scan = (code: string) => {
    const what = codes.get(code);
    const found = what && scanned(answers, { ...what, of });
    if (!found) return setUnknown((before) => [...before, code]);
    if (found.again) return toast.bad(`唯一码 ${code} 已扫过`);
    transitions.answer(new Map([[found.key, found.change]]));
    setLast(`已扫描 ${code}，第 ${found.qty} 件`);
  };
  return (
    <>
      <ScanField
        placeholder="扫描或输入条码、货品编码，回车计 1 件"
        disabled={disabled}
        last={last ?? `应有 ${grouped(expected)} 件，已计 ${grouped(counted)} 件`}
        onScan={scan}
      />
      <div className="desk-tools">
        <Button
          size="small"
          disabled={disabled}
          onClick={() => transitions.answer(filled(answers, of, (line) => Number(line[of.most] ?? 0)))}
        >
          全部按应有数填
        </Button>
        <Button size="small" disabled={disabled} onClick={() => transitions.answer(filled(answers, of, () => 0))}>
          清零后扫描
        </Button>
        <span className="desk-hint">{`应有 ${grouped(expected)} 件，已计 ${grouped(counted)} 件`}</span>
      </div>
      {unknown.length > 0 && (
        <div className="desk-tools" role="alert">
          <span className="desk-wrong">{`此单没有货品 ${unknown.join('、')}，没有计入`}</span>
          <Button size="small" onClick={() => setUnknown([])}>
            已查看
          </Button>
        </div>
      )}
    </>
  );
}
