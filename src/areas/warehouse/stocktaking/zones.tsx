import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import type { SheetProgress } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { closeZonesCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { ask } from '#src/kit/notice.ts';
import { useProgress } from './use-progress.ts';
import './stocktaking.css';

type Zone = SheetProgress['zones'][number];

/** The zones of a sheet: what has been counted, by which devices, what is still out, and closing them. */
export function Zones({ id, mayClose }: { id: number; mayClose: boolean }) {
  const reading = useProgress(id);
  const { progress } = reading;
  const [overruling, setOverruling] = useState<{ zones: readonly Zone[]; words: string } | null>(null);
  const mayUse = useMayUse();
  const toast = useToast();
  const command = useCommand<{ closed_at: string; closed: number }>(stocktaking);
  if (!progress) return <Content of={reading}>{null}</Content>;
  const unused = mayClose ? progress.zones.filter((zone) => !zone.closed_at && zone.entries === 0) : [];

  // A closed zone stays closed, and what was not counted in it counts as nothing.
  const askAndClose = async (zones: readonly Zone[]) => {
    const names = zones.map((zone) => zone.name).join('、');
    const empty = zones.every((zone) => zone.entries === 0);
    const sure = await ask(
      `${names}：${empty ? '还没有盘到任何货品。' : ''}关闭后不能再盘，未盘到的货品按 0 件计，不能撤回。`,
      { title: zones.length === 1 ? '关闭库区？' : `关闭 ${zones.length} 个库区？`, confirm: '关闭', danger: empty },
    );
    if (sure) await close(zones);
  };

  const close = async (zones: readonly Zone[], reason?: string) => {
    const allUnused = zones.length > 1;
    const sent = await command.run(closeZonesCall, {
      id,
      zone_ids: zones.map((zone) => zone.id),
      ...(allUnused ? { unused: true } : {}),
      ...(reason === undefined ? {} : { override_reason: reason }),
    });
    if (sent.ok) {
      setOverruling(null);
      toast.good(zones.length === 1 ? `${zones[0]?.name ?? ''} 已关闭` : `${zones.length} 个库区已关闭`);
    } else if (
      reason === undefined &&
      sent.failure.kind === 'refused' &&
      mayUse('stocktaking:review') &&
      zones.some(waiting)
    ) {
      command.giveUp();
      setOverruling({ zones, words: wordsOf(sent.failure) });
    } else {
      toast.bad(wordsOf(sent.failure));
      reading.reload();
    }
  };

  return (
    <Content of={reading}>
      {unused.length > 1 && (
        <Button className="zones-unused" loading={command.running} onClick={() => void askAndClose(unused)}>
          {`关闭未盘的 ${unused.length} 个库区`}
        </Button>
      )}
      <ul className="zones" aria-label="库区">
        {progress.zones.map((zone) => (
          <li key={zone.id} className="zone">
            <header>
              <strong>{zone.name}</strong>
              <span className="desk-hint">{zone.code}</span>
              {zone.closed_at ? (
                <StatusTag tone="done">{`已关闭 ${printTime(zone.closed_at)}`}</StatusTag>
              ) : (
                <StatusTag tone="moving">盘点中</StatusTag>
              )}
              {mayClose && !zone.closed_at && (
                <Button size="small" loading={command.running} onClick={() => void askAndClose([zone])}>
                  关闭库区
                </Button>
              )}
            </header>
            <p className="zone-figures">
              <b>{grouped(zone.pieces)}</b> 件 · <b>{grouped(zone.goods)}</b> 种 · {grouped(zone.entries)} 次
              {zone.last_count_at && <span className="desk-hint"> 最近 {printTime(zone.last_count_at)}</span>}
            </p>
            {zone.override_reason && (
              <p className="zone-override">{`${zone.closed_by_name ?? ''} 越过未交回设备：${zone.override_reason}`}</p>
            )}
            {zone.devices.map((device) => (
              <p key={`${device.device_id}/${device.admin_name}`} className="zone-device">
                {device.device_name ?? device.device_id.slice(0, 8)} · {device.admin_name}
                <span className={device.finished_at ? 'zone-done' : 'zone-waiting'}>
                  {device.finished_at ? '已交回' : device.unsent ? `未发送 ${device.unsent}` : '盘点中'}
                </span>
              </p>
            ))}
          </li>
        ))}
      </ul>
      {overruling && (
        <Overruling
          words={overruling.words}
          running={command.running}
          onLeave={() => setOverruling(null)}
          onTake={(reason) => void close(overruling.zones, reason)}
        />
      )}
    </Content>
  );
}

const waiting = (zone: Zone): boolean => zone.devices.some((device) => !device.finished_at || (device.unsent ?? 1) > 0);

interface OverrulingProps {
  words: string;
  running: boolean;
  onLeave(): void;
  onTake(reason: string): void;
}

/** A supervisor closes over a device that cannot answer any more; the reason stands in the history for good. */
function Overruling({ words, running, onLeave, onTake }: OverrulingProps) {
  const [reason, setReason] = useState('');
  const good = reason.trim().length >= limits.reasonLeast;
  return (
    <Modal
      open
      title="越过未交回的设备"
      okText="仍然关闭"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: !good, loading: running }}
      onCancel={onLeave}
      onOk={() => onTake(reason.trim())}
    >
      <p>{words}</p>
      <p>关闭后到达的盘点记入“迟到”，不会丢失，但要有人处理。请填写原因：</p>
      <Input.TextArea
        aria-label="原因"
        autoFocus
        maxLength={limits.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
