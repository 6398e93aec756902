import { Button } from 'antd-mobile';
import { useState } from 'react';
import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card } from '#src/kit/hand/card.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { tell } from '#src/kit/notice.ts';
import type { ScanRow, SettleRefusal, ShownEntry } from '#src/local/index.ts';
import { askHandedBack } from './ask-handed-back.ts';
import styles from './handheld.module.css';
import { notSaved } from './not-saved.ts';
import { useCounts } from './use-live.ts';
import { clockOf, entryWords, reasonOf, signOf } from './words.ts';

/** One sheet's records of one person: what waits, why, and what can be done about each. */
export function LaneCard({ uid, sheet }: { uid: number; sheet: Omit<SheetDownload, 'goods'> }) {
  const { journal } = useLocal();
  const { view } = useCounts({ uid, sheetId: sheet.id, lastMost: 500 });
  const [putAway, setPutAway] = useState<ShownEntry | null>(null);
  const [shown, setShown] = useState(step);
  if (!view) return null;
  const { attention, stopped, unsent } = view;
  const waiting = view.last.filter((entry) => entry.state === 'saved');
  const listed = stopped ? attention : [...attention, ...waiting];
  const at = { view, zones: sheet.zones };
  const again = async (entry: ShownEntry) => {
    if (await askHandedBack(at, entry, '重发')) told(await journal.sendAgain(entry.op_id), '已重新排队发送');
  };
  return (
    <Card
      title={`${sheet.warehouse_name} · ${sheet.stocktaking_no}`}
      mark={
        unsent > 0 ? (
          <StatusTag tone="waiting">{unsent} 条未发送</StatusTag>
        ) : attention.length > 0 ? (
          <StatusTag tone="refused">{attention.length} 条需处理</StatusTag>
        ) : (
          <StatusTag tone="done">全部已接收</StatusTag>
        )
      }
    >
      {stopped && (
        <div className={styles.stopped} role="alert">
          <p>
            <strong>服务器暂不接收这张单</strong>
            {stopped.msg || `代码 ${stopped.code ?? '—'}`}（{clockOf(stopped.at)}）。记录都在本机。
          </p>
          <Button block color="primary" onClick={() => void journal.resume(uid, sheet.id).catch(tellNotSaved)}>
            恢复发送
          </Button>
        </div>
      )}
      <ol className={styles.waiting}>
        {listed.slice(0, shown).map((entry) => (
          <li key={entry.op_id}>
            <div>
              <strong>
                {entry.barcode} <b>{signOf(entry)}</b>
              </strong>
              <span>
                {entry.zone} · 第 {entry.round} 轮 · {clockOf(entry.counted_at)}
              </span>
              {entry.word === 'attention' && (
                <span className={styles.why}>{reasonOf(entry, stopped?.msg ?? null)}</span>
              )}
            </div>
            <StatusTag tone={entryWords[entry.word].tone}>{entryWords[entry.word].text}</StatusTag>
            {entry.word === 'attention' && (
              <div className={styles.ways}>
                {entry.state === 'attention' && entry.outcome === 'refused' && (
                  <Button onClick={() => void again(entry).catch(tellNotSaved)}>重发</Button>
                )}
                <Button color="danger" fill="outline" onClick={() => setPutAway(entry)}>
                  放弃
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {listed.length > shown && (
        <div className={styles.cardAction}>
          <Button block onClick={() => setShown(shown + step)}>
            再看 {Math.min(step, listed.length - shown)} 条（共 {listed.length} 条）
          </Button>
        </div>
      )}
      {putAway && (
        <PutAway
          entry={putAway}
          onClose={() => setPutAway(null)}
          onDone={async (reason) => {
            // Only what the server holds is taken back there, by an entry of its own.
            if (putAway.outcome === 'unknown' && !(await askHandedBack(at, putAway, '放弃'))) return;
            setPutAway(null);
            told(await journal.discard(putAway.op_id, reason), '已放弃，原因留在本机');
          }}
        />
      )}
    </Card>
  );
}

const step = 30;

function told(result: ScanRow | SettleRefusal, words: string): void {
  if (result === 'not_waiting') toast('这条记录已有结果');
  else if (result === 'not_repeatable') toast('服务器已经收下，不能重发');
  else toast(words);
}

function tellNotSaved(problem: unknown): void {
  void tell(notSaved(problem));
}

function PutAway({
  entry,
  onClose,
  onDone,
}: {
  entry: ShownEntry;
  onClose(): void;
  onDone(reason: string): Promise<void>;
}) {
  const [reason, setReason] = useState('');
  const ready = reason.trim().length >= limits.reasonLeast;
  return (
    <Sheet title={`放弃 ${entry.barcode} ${signOf(entry)}`} open onClose={onClose}>
      <p className={styles.soft}>
        {entry.outcome === 'unknown' ? '服务器上的这条会被撤销。' : '这条不会计入盘点。'}请说明原因：
      </p>
      <div className={styles.quick}>
        {reasons.map((one) => (
          <Button key={one} onClick={() => setReason(one)}>
            {one}
          </Button>
        ))}
      </div>
      <label className={styles.field} data-active>
        <span>原因</span>
        <input value={reason} maxLength={limits.reason} onChange={(event) => setReason(event.target.value)} />
      </label>
      <Button
        block
        color="danger"
        size="large"
        className={styles.tall ?? ''}
        disabled={!ready}
        onClick={() => void onDone(reason.trim()).catch(tellNotSaved)}
      >
        放弃这一条
      </Button>
    </Sheet>
  );
}

const reasons = ['扫错了', '不是本仓货品', '重复记录'];
