import { Button } from 'antd-mobile';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { readBattery } from '#src/platform/battery.ts';
import { buildId } from '#src/platform/build.ts';
import { askToPersist, displayMode, isSecure, type StorageSafety, storageSafety } from '#src/platform/device.ts';
import { install, installable } from '#src/platform/install.ts';
import { lastReader } from '#src/platform/last-reader.ts';
import { allowedReaders, hasPorts } from '#src/reader/uhf/ports.ts';
import { askServedBuild } from '#src/wire/kill-switches.ts';
import { QueueStrip } from '../queue-strip.tsx';
import { useAsked, useLive, useNow, useQueueStatus } from '../use-live.ts';
import { useOfflineState } from '../use-offline-state.ts';
import { usePerson } from '../use-person.ts';
import { type Check, checksOf } from './checks.ts';
import { noteShift } from './shift-note.ts';

/** Whether this device is fit for a shift, in one look, before somebody walks off with it. */
export function Screen() {
  const { uid } = usePerson();
  const navigate = useNavigate();
  const { checks, act } = useChecks(uid);
  const wrong = checks?.filter(({ tone }) => tone === 'refused').length ?? 0;
  const doubtful = checks?.filter(({ tone }) => tone === 'waiting').length ?? 0;
  const start = () => {
    noteShift(uid, Date.now());
    void navigate('/hand');
  };
  return (
    <PageFrame
      title="开工检查"
      mark="拿走设备之前看一眼"
      onBack={() => void navigate('/hand')}
      strip={<QueueStrip uid={uid} />}
      actions={
        <Button block color="primary" size="large" disabled={!checks} onClick={start}>
          {wrong > 0 ? '知道了，仍然开工' : '开工'}
        </Button>
      }
    >
      <Card
        title={headline(checks, { wrong, doubtful })}
        mark={
          checks && (
            <StatusTag tone={wrong > 0 ? 'refused' : doubtful > 0 ? 'waiting' : 'done'}>
              {verdict({ wrong, doubtful })}
            </StatusTag>
          )
        }
      >
        {checks?.map((check) => (
          <CardRow
            key={check.title}
            title={check.title}
            text={check.text}
            mark={<StatusTag tone={check.tone}>{check.word}</StatusTag>}
            {...(check.act && { onOpen: () => void act(check.act).catch(reportError) })}
          />
        ))}
      </Card>
    </PageFrame>
  );
}

function headline(checks: readonly Check[] | null, { wrong, doubtful }: { wrong: number; doubtful: number }): string {
  if (!checks) return '正在检查';
  if (wrong > 0) return `${wrong} 项先处理`;
  return doubtful > 0 ? `${doubtful} 项请留意` : '一切就绪';
}

const verdict = ({ wrong, doubtful }: { wrong: number; doubtful: number }): string =>
  wrong > 0 ? '先别走' : doubtful > 0 ? '可以开工，请留意' : '可以开工';

/** Looks at everything; `act` does something about one of them. Null until all have answered. */
function useChecks(uid: number): { checks: Check[] | null; act(action: Check['act']): Promise<void> } {
  const navigate = useNavigate();
  const { skew } = useLocal();
  const status = useQueueStatus(uid);
  const now = useNow();
  const offline = useOfflineState();
  const minutes = Math.round((useLive(skew) ?? 0) / 60_000);
  const canInstall = useSyncExternalStore(installable.subscribe, installable.get);
  const found = useAsked(useCallback(() => look(), []));
  const [asked, setAsked] = useState<StorageSafety | null>(null);
  // What somebody was asked for is looked at again when they come back from the browser's own question.
  useEffect(() => {
    const again = () => void storageSafety().then(setAsked, reportError);
    addEventListener('focus', again);
    return () => removeEventListener('focus', again);
  }, []);
  const checks =
    found && status
      ? checksOf({
          ...found,
          storage: asked ?? found.storage,
          secure: isSecure(),
          offline,
          installed: displayMode() === 'app',
          installable: canInstall,
          skew: minutes,
          build: buildId(),
          unsent: status.unsent,
          oldest: status.oldest === null ? 0 : Math.max(0, Math.floor((now - status.oldest) / 60_000)),
          attention: status.attention,
        })
      : null;
  const persist = async () => {
    const answer = await askToPersist();
    setAsked(answer);
    toast(answer.persisted ? '浏览器答应了：存储受保护' : '浏览器没有答应：安装为应用后通常会答应');
  };
  return {
    checks,
    async act(action) {
      if (action === 'persist') return await persist();
      if (action === 'install') return (await install()) ? await persist() : undefined;
      return await navigate(action === 'reader' ? '/hand/reader' : '/hand/queue', { state: { back: true } });
    },
  };
}

async function look() {
  const [storage, battery, served, ports] = await Promise.all([
    storageSafety(),
    readBattery(),
    askServedBuild(),
    readersThere(),
  ]);
  return { storage, battery, served, reader: { label: lastReader()?.label ?? null, ports } };
}

/** How many readers may be connected without a question; null where this browser reaches none. */
async function readersThere(): Promise<number | null> {
  if (lastReader()?.isService) {
    const [{ readerPort }, { readerStatus }] = await Promise.all([
      import('#src/platform/reader-port.ts'),
      import('#src/wire/tag-reader.ts'),
    ]);
    return (await readerStatus(readerPort())).ok ? 1 : 0;
  }
  return hasPorts() ? (await allowedReaders()).length : null;
}
