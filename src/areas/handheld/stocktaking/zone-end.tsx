import { Button } from 'antd-mobile';
import { useState } from 'react';
import { closeZoneCall, type SheetZone } from '#contract/areas/warehouse/count-entry.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { ask } from '#src/kit/notice.ts';
import styles from '../handheld.module.css';
import { notSaved } from '../not-saved.ts';
import { useOnline } from '../use-online.ts';
import type { CountView } from './count-view.ts';
import type { OpenSheet } from './sheets.ts';
import { useStocktaking } from './use-stocktaking.ts';
import { isFinished } from './zone-state.ts';

/**
 * The end of a zone: its counter hands it back, and once the server has everything anybody may close it, unless another
 * device still counts there: the server's answer names it (amendments A).
 */
export function ZoneEnd({
  open,
  view,
  zone,
  uid,
  onClosed,
  onClose,
}: {
  open: OpenSheet;
  view: CountView;
  zone: SheetZone;
  uid: number;
  onClosed(): void;
  onClose(): void;
}) {
  const stocktaking = useStocktaking();
  const wire = useWire();
  const online = useOnline();
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const finished = isFinished(view, zone.code);
  const settled = finished && view.unsent === 0 && view.reported;
  const byCodes = open.sheet.pieces !== undefined;
  const { goods, pieces } = sumOf(view, { round: open.sheet.round, zone: zone.code });

  const tellNotSaved = (problem: unknown) => setTrouble(notSaved(problem));
  const finish = async () => {
    setTrouble('');
    await stocktaking.finishZone({ uid, sheetId: open.sheet.id, zone: zone.code });
  };
  const close = async () => {
    const words = `关闭后谁也不能再盘${zone.name}，${uncounted(byCodes)}，不能撤销。`;
    if (!(await ask(words, { title: `关闭${zone.name}？`, confirm: '确认关闭', cancel: '不关闭', danger: true })))
      return;
    setBusy(true);
    setTrouble('');
    const sent = await wire.send(closeZoneCall, { id: open.sheet.id, zone_id: zone.id });
    setBusy(false);
    if (!sent.ok) return setTrouble(wordsOf(sent.failure));
    const { id: sheetId, round } = open.sheet;
    await stocktaking.sheets.noteClosed({ uid, sheetId, round, zone: zone.code });
    toast(`${zone.name} 已关闭`);
    onClosed();
  };

  return (
    <Sheet title={zone.name} open onClose={onClose}>
      <dl className={styles.sums}>
        {byCodes ? (
          <div>
            <dt>我读到的码</dt>
            <dd>{goods}</dd>
          </div>
        ) : (
          <>
            <div>
              <dt>我盘到的货品</dt>
              <dd>{goods}</dd>
            </div>
            <div>
              <dt>件数</dt>
              <dd>{pieces}</dd>
            </div>
          </>
        )}
        <div>
          <dt>未发送</dt>
          <dd>{view.unsent}</dd>
        </div>
      </dl>
      <p className={styles.endWords} data-testid="zone-state">
        {stateWords({ finished, settled, view, online, byCodes })}
      </p>
      {trouble !== '' && (
        <p className={styles.trouble} role="alert">
          {trouble}
        </p>
      )}
      {finished && (
        <Button
          block
          color="danger"
          fill="outline"
          size="large"
          className={styles.tall ?? ''}
          disabled={!settled || !online}
          loading={busy}
          onClick={() => void close().catch(tellNotSaved)}
        >
          关闭库区
        </Button>
      )}
      {/* Stays where it is once it is done: a second touch at the same place must meet nothing that cannot be undone. */}
      <Button
        block
        color="primary"
        size="large"
        className={styles.tall ?? ''}
        disabled={finished}
        onClick={() => void finish().catch(tellNotSaved)}
      >
        {finished ? '已交回本区' : '交回本区'}
      </Button>
    </Sheet>
  );
}

function stateWords({
  finished,
  settled,
  view,
  online,
  byCodes,
}: {
  finished: boolean;
  settled: boolean;
  view: CountView;
  online: boolean;
  byCodes: boolean;
}): string {
  if (!finished) return '盘完本区后交回。交回后再扫描会先询问。';
  if (view.stopped) return `已交回，但服务器暂不接收：${view.stopped.msg}`;
  if (view.unsent > 0)
    return `已交回。还有 ${view.unsent} 条未发送，${online ? '正在发送' : '连上网络后自动发送'}，发完才能关闭库区。`;
  if (!settled) return online ? '已交回，正在告诉服务器…' : '已交回。连上网络后告诉服务器，之后可以关闭库区。';
  return `已交回，全部已接收。没有别人在盘时可以关闭库区；关闭后${uncounted(byCodes)}。`;
}

const uncounted = (byCodes: boolean): string =>
  byCodes ? '哪个库区都没有读到的在库唯一码记为盘亏' : '未盘到的货品按 0 计';

/** This counter's goods and pieces in a zone. */
function sumOf(view: CountView, at: { round: number; zone: string }): { goods: number; pieces: number } {
  const figures = [...view.figures.values()].filter((figure) => figure.round === at.round && figure.zone === at.zone);
  return { goods: figures.length, pieces: figures.reduce((sum, figure) => sum + figure.qty, 0) };
}
