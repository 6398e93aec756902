import { Button } from 'antd-mobile';
import type { ReactNode } from 'react';
import styles from '../handheld.module.css';
import type { Counted } from './receive-view.ts';

interface ReceiveEndProps {
  counted: readonly Counted[];
  handedIn: boolean;
  /** Entries of this device that the server has not yet. */
  unsent: number;
  online: boolean;
  /** Why the server takes nothing of this batch now; empty where it does. */
  stopped: string;
  onDone(): void;
}

/** The end of a batch on a tablet: its counter hands it in, and the office sees who is done. */
export function ReceiveEnd({ counted, handedIn, unsent, online, stopped, onDone }: ReceiveEndProps): ReactNode {
  const untouched = counted.filter(({ qty, goods }) => qty === 0 && goods.plan_qty > 0).length;
  return (
    <>
      <p className={styles.endWords} data-testid="batch-state">
        {stateWords({ handedIn, unsent, online, stopped, untouched })}
      </p>
      <Button block color="primary" size="large" className={styles.tall ?? ''} disabled={handedIn} onClick={onDone}>
        {handedIn ? '已交回本批' : '点完，交回本批'}
      </Button>
    </>
  );
}

function stateWords({
  handedIn,
  unsent,
  online,
  stopped,
  untouched,
}: Pick<ReceiveEndProps, 'handedIn' | 'unsent' | 'online' | 'stopped'> & { untouched: number }): string {
  if (!handedIn)
    return `点完本批后交回。${untouched > 0 ? `还有 ${untouched} 种货品一件没有点到。` : ''}交回后再扫描会先询问。`;
  if (stopped !== '') return `已交回，但服务器暂不接收：${stopped}`;
  if (unsent > 0) return `已交回。还有 ${unsent} 条未发送，${online ? '正在发送' : '连上网络后自动发送'}。`;
  return '已交回，全部已接收。办公室能看到您已点完。';
}
