import { Button } from 'antd-mobile';
import { useState } from 'react';
import type { AllotCartonOnSheet } from '#contract/areas/allocation/allot-entry.ts';
import { outState } from '#contract/areas/allocation/allot-enums.ts';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { ask } from '#src/kit/notice.ts';
import styles from '../handheld.module.css';
import type { AllotBenchProps } from './allot-screen.tsx';
import { type Counted, stepOf } from './figures.ts';
import type { AllotAction } from './plan-action.ts';
import { SendSheet } from './send-sheet.tsx';

interface FinishProps extends AllotBenchProps {
  act(action: AllotAction): void;
  counted: readonly Counted[];
  filled: ReadonlyMap<number, number>;
}

/** The cartons, and the two steps that end the work here. */
export function PickFinish({ open: { sheet }, view, act, counted, filled }: FinishProps) {
  const [sending, setSending] = useState(false);
  const packed = sheet.out_status === outState.packed;
  const sent = stepOf(view.rows, 'send') !== undefined;
  const picked = counted.reduce((sum, { qty }) => sum + qty, 0);
  const missing = counted.reduce((sum, { qty, goods }) => sum + Math.max(0, goods.plan_qty - qty), 0);
  const pack = async () => {
    const words = missing > 0 ? `还有 ${missing} 件没有拣。` : '';
    const sure = await ask(`${words}装箱完成后生成箱号；再扫描会拆开已装的箱。`, {
      title: '装箱完成',
      confirm: '装箱完成',
      cancel: '继续拣货',
    });
    if (sure) act({ kind: 'step', step: 'pack' });
  };
  return (
    <>
      <Card title="箱" mark={packed ? <StatusTag tone="done">已装箱</StatusTag> : null}>
        {packed
          ? sheet.cartons.map((one) => <CardRow key={one.carton_no} title={one.carton_no} text={packedWords(one)} />)
          : [...filled].map(([carton, qty]) => <CardRow key={carton} title={`第 ${carton} 箱`} text={`${qty} 件`} />)}
      </Card>
      <div className={styles.twoActions}>
        <Button size="large" disabled={picked === 0 || sent} onClick={() => void pack().catch(reportError)}>
          装箱完成
        </Button>
        <Button size="large" color="primary" disabled={picked === 0 || sent} onClick={() => setSending(true)}>
          发货
        </Button>
      </div>
      {sending && (
        <SendSheet
          carriers={sheet.carriers}
          missing={missing}
          others={sheet.others}
          onClose={() => setSending(false)}
          onSend={(how) => {
            setSending(false);
            act({ kind: 'step', step: 'send', ...how });
          }}
        />
      )}
    </>
  );
}

const packedWords = ({ carton_place: place, qty, carton }: AllotCartonOnSheet) =>
  [`第 ${place} 箱`, `${qty} 件`, carton !== null && `本机的箱${carton}`].filter(Boolean).join(' · ');
