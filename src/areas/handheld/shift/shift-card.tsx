import { Button } from 'antd-mobile';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { askToPersist } from '#src/platform/device.ts';
import { install, installable } from '#src/platform/install.ts';
import { getStored, setStored } from '#src/platform/storage.ts';
import styles from '../handheld.module.css';
import { useAsked, useNow } from '../use-live.ts';
import { clockOf } from '../words.ts';
import { shiftToday } from './shift-note.ts';

/**
 * On the first screen: whether this device was looked at today, and the offer to install. That is made here, between two pieces of work, to
 * who has worked with this device before; who puts it away is left alone for two weeks.
 */
export function ShiftCard({ uid }: { uid: number }) {
  const navigate = useNavigate();
  const { outbox } = useLocal();
  const at = shiftToday(uid, useNow());
  const streams = useAsked(useCallback(() => outbox.streams(uid), [outbox, uid]));
  const offered = useSyncExternalStore(installable.subscribe, installable.get);
  const [putAway, setPutAway] = useState(() => getStored(laterKey).found === 'value');
  const later = () => {
    setStored(laterKey, true, restSeconds);
    setPutAway(true);
  };
  const take = async () => {
    if (!(await install())) return later();
    const { persisted } = await askToPersist();
    return toast(persisted ? '已安装，存储受保护' : '已安装');
  };
  return (
    <Card>
      <CardRow
        title="开工检查"
        text={at === null ? '存储、电量、读写器、时钟、版本，一眼看完' : `今天 ${clockOf(at)} 已检查`}
        mark={<StatusTag tone={at === null ? 'waiting' : 'done'}>{at === null ? '还没做' : '已做'}</StatusTag>}
        onOpen={() => void navigate('/hand/shift')}
      />
      {offered && !putAway && (streams?.length ?? 0) > 0 && (
        <>
          <p className={styles.nothing}>装到主屏幕：断网也能打开，扫描记录更不容易被清掉。</p>
          <div className={styles.twoActions}>
            <Button size="large" onClick={later}>
              以后再说
            </Button>
            <Button size="large" color="primary" onClick={() => void take().catch(reportError)}>
              安装
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

const laterKey = 'device:install-later';
const restSeconds = 14 * 86_400;
