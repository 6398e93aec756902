import { Button, ProgressBar } from 'antd-mobile';
import { useEffect, useState } from 'react';
import { downloadCall, type SheetZone } from '#contract/areas/warehouse/count-entry.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { useWire } from '#src/engine/wire-context.tsx';
import { Card } from '#src/kit/hand/card.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { askToPersist, deviceName } from '#src/platform/device.ts';
import styles from './handheld.module.css';
import { notSaved } from './not-saved.ts';

type Stage = 'asking' | 'storing';

/** Chooses the zones to count and fetches the sheet for them. `kept` are the zones this device counts already; null before the first download of a round. */
export function DownloadCard({
  sheetId,
  uid,
  zones,
  kept,
  onDone,
}: {
  sheetId: number;
  uid: number;
  zones: readonly SheetZone[];
  kept: readonly string[] | null;
  onDone(): Promise<void>;
}) {
  const local = useLocal();
  const wire = useWire();
  const open = zones.filter((zone) => zone.status !== 0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(kept ?? (open.length <= few ? open.map((zone) => zone.code) : [])),
  );
  const [stage, setStage] = useState<Stage | null>(null);
  const [trouble, setTrouble] = useState('');
  const share = useShare(stage);
  const picked = open.filter((zone) => chosen.has(zone.code)).map((zone) => zone.code);

  const toggle = (code: string) =>
    setChosen((before) =>
      before.has(code) ? new Set([...before].filter((one) => one !== code)) : new Set([...before, code]),
    );
  const download = async () => {
    setTrouble('');
    setStage('asking');
    try {
      const device_id = await local.deviceId();
      const before = Date.now();
      const sent = await wire.send(
        downloadCall,
        { id: sheetId, device_id, device_name: deviceName().slice(0, 64), zones: picked },
        { quiet: true },
      );
      const asked = { before, after: Date.now() };
      if (!sent.ok) return setTrouble(wordsOf(sent.failure));
      setStage('storing');
      await local.sheets.save({ uid, sheet: sent.value, zones: picked, asked });
      await onDone();
      toast(`${sent.value.goods.length.toLocaleString('zh-CN')} 种货品已存本机，可以离线盘点`);
      // The browser may ask the person about it, or refuse: the sheet is kept either way.
      void askToPersist().catch(reportError);
    } catch (problem) {
      setTrouble(`${notSaved(problem)}服务器可能已登记本机；换别的设备盘点时请告诉主管。`);
    } finally {
      setStage(null);
    }
  };

  return (
    <Card title={kept ? '更新或增加库区' : '下载到本机'}>
      <div className={styles.zones}>
        {zones.map((zone) => (
          <label key={zone.code} data-closed={zone.status === 0 || undefined}>
            <input
              type="checkbox"
              checked={chosen.has(zone.code) && zone.status !== 0}
              disabled={zone.status === 0 || stage !== null}
              onChange={() => toggle(zone.code)}
            />
            <span>{zone.name}</span>
            {zone.status === 0 && <small>已关闭</small>}
          </label>
        ))}
      </div>
      <div className={styles.cardAction}>
        {stage ? (
          <div role="status" className={styles.progress}>
            <ProgressBar percent={share} />
            <p>{stage === 'asking' ? '正在取货品资料…' : '正在存入本机…'}</p>
          </div>
        ) : (
          <Button
            block
            color="primary"
            size="large"
            fill={kept ? 'outline' : 'solid'}
            disabled={picked.length === 0}
            onClick={() => void download()}
          >
            {kept ? '更新下载' : '下载'}（{picked.length} 个库区）
          </Button>
        )}
        {trouble !== '' && (
          <p className={styles.trouble} role="alert">
            {trouble}
          </p>
        )}
      </div>
    </Card>
  );
}

/** Up to so many zones one person is likely to count them all. */
const few = 6;

/** How far a download is, in per cent: the answer comes in one piece, so the first stage only nears its end. */
function useShare(stage: Stage | null): number {
  const [share, setShare] = useState(0);
  useEffect(() => {
    if (stage === null) return undefined;
    if (stage === 'storing') {
      setShare(85);
      return undefined;
    }
    setShare(5);
    const timer = setInterval(() => setShare((before) => before + (80 - before) * 0.08), 200);
    return () => clearInterval(timer);
  }, [stage]);
  return Math.round(share);
}
