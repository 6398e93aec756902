import { Button } from 'antd-mobile';
import { useState } from 'react';
import { allotState } from '#contract/areas/allocation/allot-enums.ts';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { ask } from '#src/kit/notice.ts';
import styles from '../handheld.module.css';
import type { AllotBenchProps } from './allot-screen.tsx';
import { damagedLines, keepNames, keptNames, namesToSign } from './damage-names.ts';
import { DamageSheet } from './damage-sheet.tsx';
import { arrivedOf, type Counted, stepOf } from './figures.ts';
import type { AllotAction } from './plan-action.ts';

interface FinishProps extends AllotBenchProps {
  act(action: AllotAction): void;
  counted: readonly Counted[];
}

/** The cartons that came and those that did not, and the step that ends the work here. */
export function SignFinish({ open: { sheet }, uid, view, act, counted }: FinishProps) {
  const [named, setNamed] = useState(() => keptNames(uid, sheet.id));
  const [naming, setNaming] = useState(false);
  const damaged = damagedLines({ counted, rows: view.rows, named });
  const unnamed = damaged.reduce((all, line) => all + line.counted.damaged - line.read.length - line.named.length, 0);
  const keep = (names: readonly string[]): boolean => {
    const kept = keepNames(uid, sheet.id, names);
    if (kept) setNamed(names);
    return kept;
  };
  const arrived = arrivedOf(sheet, view.rows);
  const takenIn = sheet.status === allotState.arrived || stepOf(view.rows, 'accept') !== undefined;
  const waiting = sheet.cartons.filter(({ carton_no }) => !arrived.has(carton_no));
  const signed = stepOf(view.rows, 'sign') !== undefined;
  const sum = (of: (one: Counted) => number) => counted.reduce((all, one) => all + Math.max(0, of(one)), 0);
  const [short, over] = [sum(({ qty, goods }) => goods.plan_qty - qty), sum(({ qty, goods }) => qty - goods.plan_qty)];
  const sign = async () => {
    const words = [
      waiting.length > 0 && `还有 ${waiting.length} 箱没有到货。`,
      short > 0 && `少 ${short} 件。`,
      over > 0 && `多 ${over} 件。`,
      unnamed > 0 && `残次中有 ${unnamed} 件没有指明唯一码。`,
      ...sheet.others.map(({ counter_name, unsent }) => `${counter_name} 的平板还有 ${unsent} 条未发送。`),
      short > 0 || over > 0 ? '与发货不一致的生成调拨差异单。' : '与发货一致。',
    ];
    const sure = await ask(words.filter(Boolean).join(''), { title: '确认签收', confirm: '签收', cancel: '继续清点' });
    if (sure) act({ kind: 'step', step: 'sign', damaged: namesToSign(damaged) });
  };
  return (
    <>
      {sheet.cartons.length > 0 && (
        <Card title={`已到 ${arrived.size} 箱，共 ${sheet.cartons.length} 箱`}>
          {sheet.cartons.map(({ carton_no, carton_place, qty }) => (
            <CardRow
              key={carton_no}
              title={carton_no}
              text={`第 ${carton_place} 箱 · ${qty} 件`}
              mark={
                arrived.has(carton_no) ? (
                  <StatusTag tone="done">已到货</StatusTag>
                ) : (
                  <StatusTag tone="waiting">未到</StatusTag>
                )
              }
            />
          ))}
        </Card>
      )}
      {damaged.length > 0 && (
        <Card title="残次件">
          <CardRow
            title="指明残次的唯一码"
            text={unnamed > 0 ? '点这里扫码指明，签收时一并带上' : '都已指明'}
            mark={
              <StatusTag tone={unnamed > 0 ? 'waiting' : 'done'}>
                {unnamed > 0 ? `还有 ${unnamed} 件` : '已指明'}
              </StatusTag>
            }
            {...(!signed && { onOpen: () => setNaming(true) })}
          />
        </Card>
      )}
      {naming && (
        <DamageSheet
          lines={damaged}
          onName={(code) => keep([...named, code])}
          onForget={(code) => void keep(named.filter((one) => one !== code))}
          onClose={() => setNaming(false)}
        />
      )}
      <div className={styles.twoActions}>
        <Button
          size="large"
          disabled={signed || (takenIn && waiting.length === 0)}
          onClick={() => act({ kind: 'step', step: 'accept' })}
        >
          {takenIn ? '其余全部到货' : '全部到货'}
        </Button>
        <Button
          size="large"
          color="primary"
          disabled={signed || !takenIn}
          onClick={() => void sign().catch(reportError)}
        >
          签收
        </Button>
      </div>
    </>
  );
}
