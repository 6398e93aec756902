import { Button } from 'antd-mobile';
import { useState } from 'react';
import { outState } from '#contract/areas/orders/order-enums.ts';
import type { OutSheet } from '#contract/areas/orders/out-entry.ts';
import { Face } from '#src/kit/hand/faces.tsx';
import { ask } from '#src/kit/notice.ts';
import { ExpectedList } from '../bench/expected-list.tsx';
import styles from '../handheld.module.css';
import type { OutOperation } from './entry.ts';
import { type OutAction, type Picked, stepOf } from './plan-action.ts';
import { ShipSheet } from './ship-sheet.tsx';

interface FinishProps {
  sheet: OutSheet;
  rows: readonly OutOperation[];
  picked: readonly Picked[];
  act(action: OutAction): void;
  onType(code: string): void;
}

/** What is asked for against what was picked, and the two steps that end the work: it goes to a packing desk, or with the carrier. */
export function Finish({ sheet, rows, picked, act, onType }: FinishProps) {
  const [shipping, setShipping] = useState(false);
  const sent = stepOf(rows, 'send') !== undefined;
  const packed = sheet.status === outState.toShip || stepOf(rows, 'pack') !== undefined;
  const count = picked.reduce((sum, { qty }) => sum + qty, 0);
  const missing = picked.reduce((sum, { qty, goods }) => sum + Math.max(0, goods.plan_qty - qty), 0);
  const pack = async () => {
    const words = missing > 0 ? `还有 ${missing} 件没有拣，发货时转入新的出库单。` : '';
    const sure = await ask(`${words}拣货完成后不能再扫，可在这里或电脑上发货。`, {
      title: '拣货完成',
      confirm: '拣货完成',
      cancel: '继续拣货',
    });
    if (sure) act({ kind: 'step', step: 'pack' });
  };
  if (picked.length === 0) return <Face title="没有可拣的货品" text="此单的货品不在您的数据权限内。" />;
  return (
    <>
      <ExpectedList
        words={['应拣', '已拣']}
        onType={onType}
        rows={picked.map(({ goods, qty }) => ({ key: goods.line_id, goods, plan: goods.plan_qty, qty }))}
      />
      {(sent || packed) && (
        <p className={styles.nothing}>{sent ? '已在本机办理发货，发送后生效' : '已拣货完成，待发货'}</p>
      )}
      <div className={styles.twoActions}>
        <Button size="large" disabled={count === 0 || packed || sent} onClick={() => void pack().catch(reportError)}>
          拣货完成
        </Button>
        <Button size="large" color="primary" disabled={count === 0 || sent} onClick={() => setShipping(true)}>
          发货
        </Button>
      </div>
      {shipping && (
        <ShipSheet
          sheet={sheet}
          missing={missing}
          onClose={() => setShipping(false)}
          onShip={(how) => {
            setShipping(false);
            act({ kind: 'step', step: 'send', ...how });
          }}
        />
      )}
    </>
  );
}
