import { Button } from 'antd-mobile';
import { useCallback, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { Tone } from '#contract/kit/states.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import {
  askToPersist,
  deviceName,
  displayMode,
  isDeviceNamed,
  isSecure,
  nameDevice,
  type StorageSafety,
  storageSafety,
} from '#src/platform/device.ts';
import { codeOf } from './device-code.ts';
import styles from './handheld.module.css';
import { useAsked, useLive } from './use-live.ts';
import { type OfflineState, useOfflineState } from './use-offline-state.ts';

/** What this device is called, and how well it keeps what is scanned on it. */
export function DeviceCard() {
  const local = useLocal();
  const id = useAsked(useCallback(() => local.deviceId(), [local]));
  const found = useAsked(storageSafety);
  const offline = useOfflineState();
  const [asked, setAsked] = useState<StorageSafety | null>(null);
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState(deviceName);
  const named = isDeviceNamed();
  const safety = asked ?? found;
  const skew = Math.round((useLive(local.skew) ?? 0) / 60_000);
  return (
    <Card title="本机">
      <CardRow
        title={name}
        text={[id && `设备码 ${codeOf(id)}`, !named && '点这里起个名，办公室才分得清'].filter(Boolean).join(' · ')}
        mark={named ? null : <StatusTag tone="waiting">未命名</StatusTag>}
        onOpen={() => setNaming(true)}
        label={`${name}，改名`}
      />
      {!isSecure() && (
        <CardRow
          title="没有 HTTPS"
          text="不能离线打开，存储得不到保护。请联系管理员。"
          mark={<StatusTag tone="refused">不安全</StatusTag>}
        />
      )}
      <CardRow
        title="离线打开"
        text={
          offline === 'stopped'
            ? '管理员已停用。没有网络时不要关闭或刷新本页，记录仍存本机'
            : displayMode() === 'app'
              ? '已安装为应用'
              : '在浏览器中打开，可安装到主屏幕'
        }
        mark={<StatusTag tone={offlineWords[offline].tone}>{offlineWords[offline].text}</StatusTag>}
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
          text="盘点时间已自动校正，请联网时校准本机时间"
          mark={<StatusTag tone="waiting">时钟</StatusTag>}
        />
      )}
      {naming && (
        <NameSheet
          name={named ? name : ''}
          onClose={() => setNaming(false)}
          onDone={(given) => {
            nameDevice(given);
            setName(deviceName());
            setNaming(false);
          }}
        />
      )}
    </Card>
  );
}

const offlineWords: Readonly<Record<OfflineState, { text: string; tone: Tone }>> = {
  ready: { text: '已就绪', tone: 'done' },
  preparing: { text: '准备中', tone: 'waiting' },
  stopped: { text: '已停用', tone: 'refused' },
};

/** Gives the device the name under which the office sees it, as it is written on its back. */
function NameSheet({ name, onDone, onClose }: { name: string; onDone(name: string): void; onClose(): void }) {
  const [given, setGiven] = useState(name);
  return (
    <Sheet title="设备名称" open onClose={onClose}>
      <p className={styles.soft}>办公室看到的就是这个名称，例如「平板 3」。留空恢复默认。</p>
      <label className={styles.field} data-active>
        <span>名称</span>
        <input value={given} maxLength={limits.name} onChange={(event) => setGiven(event.target.value)} />
      </label>
      <Button block color="primary" size="large" className={styles.tall ?? ''} onClick={() => onDone(given)}>
        保存
      </Button>
    </Sheet>
  );
}

function usage(safety: StorageSafety | null): string | null {
  return typeof safety?.used !== 'number' ? null : `已用 ${(safety.used / 1_048_576).toFixed(1)} MB`;
}
