import type { SheetZone } from '#contract/areas/warehouse/count-entry.ts';
import { CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import type { CountView } from './count-view.ts';
import { isFinished, isRegistered } from './zone-state.ts';

/** One zone of a sheet: leads into counting it where this device has registered for it, otherwise to the download that does. */
export function ZoneRow({
  zone,
  view,
  round,
  current,
  byCodes,
  onOpen,
  onAdd,
}: {
  zone: SheetZone;
  view: CountView;
  round: number;
  /** False once the server is known to be in another round. */
  current: boolean;
  byCodes: boolean;
  onOpen(): void;
  onAdd(): void;
}) {
  const closed = zone.status === 0;
  if (!current || !isRegistered(view, { round, zone: zone.code })) {
    return (
      <CardRow
        title={zone.name}
        text={closed ? zone.code : `${zone.code} · 先下载库区`}
        mark={<StatusTag tone="idle">{closed ? '已关闭' : '未下载'}</StatusTag>}
        {...(closed ? {} : { onOpen: onAdd, label: `增加 ${zone.name}` })}
      />
    );
  }
  const figures = [...view.figures.values()].filter((figure) => figure.zone === zone.code && figure.round === round);
  const pieces = figures.reduce((sum, figure) => sum + figure.qty, 0);
  const mark = closed ? (
    <StatusTag tone="idle">已关闭</StatusTag>
  ) : isFinished(view, zone.code) ? (
    <StatusTag tone="done">已交回</StatusTag>
  ) : pieces > 0 ? (
    <StatusTag tone="moving">盘点中</StatusTag>
  ) : null;
  return (
    <CardRow
      title={zone.name}
      text={
        figures.length === 0
          ? `${zone.code} · 还没有盘`
          : byCodes
            ? `我读到 ${figures.length} 个码`
            : `我盘到 ${figures.length} 种 ${pieces} 件`
      }
      mark={mark}
      onOpen={onOpen}
      label={`盘点 ${zone.name}`}
    />
  );
}
