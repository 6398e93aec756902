import { Button, ProgressBar } from 'antd-mobile';
import { useEffect, useState } from 'react';
import type { SheetZone } from '#contract/areas/warehouse/count-entry.ts';
import { Card } from '#src/kit/hand/card.tsx';
import styles from '../handheld.module.css';
import type { Download } from './use-download.ts';

/** Chooses the zones to count and fetches the sheet for them. */
export function DownloadCard({
  zones,
  ticked,
  onToggle,
  again,
  online,
  download: { stage, trouble, start },
}: {
  zones: readonly SheetZone[];
  /** Codes of zones. */
  ticked: ReadonlySet<string>;
  onToggle(code: string): void;
  /** Whether this device takes part in the round already. */
  again: boolean;
  online: boolean;
  download: Download;
}) {
  const share = useShare(stage);
  const picked = zones.filter((zone) => zone.status !== 0 && ticked.has(zone.code)).map((zone) => zone.code);
  return (
    <Card title={again ? '更新或增加库区' : '下载到本机'}>
      <div className={styles.zones}>
        {zones.map((zone) => (
          <label key={zone.code} data-closed={zone.status === 0 || undefined}>
            <input
              type="checkbox"
              checked={ticked.has(zone.code) && zone.status !== 0}
              disabled={zone.status === 0 || stage !== null || !online}
              onChange={() => onToggle(zone.code)}
            />
            <span>{zone.name}</span>
            {zone.status === 0 && <small>已关闭</small>}
          </label>
        ))}
      </div>
      {stage === null && online && picked.length === 0 && (
        <p className={styles.nothing}>先勾选您要盘的库区。未勾选的库区不由本机盘。</p>
      )}
      {stage === null && !online && <p className={styles.nothing}>现在离线，连上网络后可以下载。</p>}
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
            fill={again ? 'outline' : 'solid'}
            disabled={picked.length === 0 || !online}
            onClick={() => void start(picked)}
          >
            {again ? '更新下载' : '下载'}（{picked.length} 个库区）
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

/** How far a download is, in per cent: the answer comes in one piece, so the first stage only nears its end. */
function useShare(stage: Download['stage']): number {
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
