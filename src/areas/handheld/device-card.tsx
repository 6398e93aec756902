import { Button } from 'antd-mobile';
import { useCallback, useState } from 'react';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { askToPersist, deviceName, isSecure, storageSafety, type StorageSafety } from '#src/platform/device.ts';
import { serviceWorkers } from '#src/platform/service-worker.ts';
import { useAsked } from './use-live.ts';
import styles from './handheld.module.css';

/** What this device is called, and how well it keeps what is scanned on it. */
export function DeviceCard() {
  const local = useLocal();
  const id = useAsked(useCallback(() => local.deviceId(), [local]));
  const found = useAsked(storageSafety);
  const ready = useAsked(offlineReady);
  const [asked, setAsked] = useState<StorageSafety | null>(null);
  const safety = asked ?? found;
  const skew = Math.round(local.skew() / 60_000);
  return (
    <Card title="本机">
      <CardRow title={deviceName()} text={id ? `设备码 ${codeOf(id)}` : null} />
      {!isSecure() && (
        <CardRow
          title="没有 HTTPS"
          text="不能离线打开，存储得不到保护。请联系管理员。"
          mark={<StatusTag tone="refused">不安全</StatusTag>}
        />
      )}
      <CardRow
        title="离线打开"
        mark={<StatusTag tone={ready ? 'done' : 'waiting'}>{ready ? '已就绪' : '准备中'}</StatusTag>}
      />
      <CardRow
        title="存储"
        text={safety?.persisted === false ? '空间不足时浏览器可能清理，请尽快发送' : usage(safety)}
        mark={
          safety && (
            <StatusTag tone={safety.persisted ? 'done' : 'waiting'}>
              {safety.persisted ? '受保护' : '未受保护'}
            </StatusTag>
          )
        }
      />
      {safety?.persisted === false && (
        <div className={styles.cardAction}>
          <Button block onClick={() => void askToPersist().then(setAsked, reportError)}>
            请求保护存储
          </Button>
        </div>
      )}
      {Math.abs(skew) >= 2 && (
        <CardRow
          title={`本机时钟${skew > 0 ? '慢' : '快'} ${Math.abs(skew)} 分钟`}
          text="盘点时间已自动校正，请校准本机时间"
          mark={<StatusTag tone="waiting">时钟</StatusTag>}
        />
      )}
    </Card>
  );
}

/** The first eight signs of a device's id, in two groups: enough to tell the devices of a warehouse apart aloud. */
export function codeOf(id: string): string {
  const plain = id.replaceAll('-', '').toUpperCase();
  return `${plain.slice(0, 4)} ${plain.slice(4, 8)}`;
}

/** Resolves when a service worker stands ready to open the product without the network; stays open where there is none. */
async function offlineReady(): Promise<boolean> {
  const container = serviceWorkers();
  if (!container) return false;
  await container.ready;
  return true;
}

function usage(safety: StorageSafety | null): string | null {
  return safety?.used == null ? null : `已用 ${(safety.used / 1_048_576).toFixed(1)} MB`;
}
