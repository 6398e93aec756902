import { Button } from 'antd-mobile';
import { useRef, useState } from 'react';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card } from '#src/kit/hand/card.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { showAlert } from '#src/kit/notice.ts';
import { type CarriedIn, isCarried } from '#src/local/index.ts';
import { canLock, lockText, newCode, unlockText } from '#src/platform/locked-text.ts';
import { saveFile } from '#src/platform/save-file.ts';
import { isOfItsKind } from './carried-kinds.ts';
import { codeOf } from './device-code.ts';
import styles from './handheld.module.css';
import { notSaved } from './not-saved.ts';
import { nameOf } from './use-person.ts';

/** The last way out of a device that will not come back into coverage, and into another one: a locked file. */
export function CarryCard({ waiting }: { waiting: boolean }) {
  const [going, setGoing] = useState(false);
  const [coming, setComing] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  if (!canLock())
    return (
      <Card title="换设备">
        <p className={styles.nothing}>没有 HTTPS，不能加密，未发送的记录无法存成文件。请联系管理员。</p>
      </Card>
    );
  return (
    <Card title="换设备">
      <p className={styles.nothing}>
        设备再也连不上网络或快没电时，把未发送的记录存成加密文件，到另一台设备取回。记录仍留在本机，两边都发也只算一次。
      </p>
      <div className={styles.cardAction}>
        {waiting && (
          <Button block size="large" onClick={() => setGoing(true)}>
            存成加密文件
          </Button>
        )}
        <Button block size="large" onClick={() => file.current?.click()}>
          从文件取回
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="未发送记录的文件"
          onChange={(event) => {
            const [given] = Array.from(event.target.files ?? []);
            event.target.value = '';
            void given?.text().then(setComing, reportError);
          }}
        />
      </div>
      {going && <OutSheet onClose={() => setGoing(false)} />}
      {coming !== null && <InSheet file={coming} onClose={() => setComing(null)} />}
    </Card>
  );
}

/** Shows the code first: without it the file is worth nothing. */
function OutSheet({ onClose }: { onClose(): void }) {
  const { outbox, deviceId } = useLocal();
  const [code] = useState(newCode);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const carried = await outbox.carryOut();
    if (!carried) return toast('没有未发送的记录');
    const locked = await lockText(JSON.stringify(carried), code);
    const name = `未发送-${codeOf(await deviceId()).replace(' ', '')}-${businessDay(new Date())}.scans`;
    saveFile(new Blob([locked], { type: 'application/octet-stream' }), name);
    return toast(`已存成文件，共 ${carried.rows.length} 条`);
  };
  return (
    <Sheet title="存成加密文件" open onClose={onClose}>
      <p className={styles.soft}>先把口令抄下来：没有它，文件谁也打不开，也不会再显示。</p>
      <p className={styles.code} aria-label="口令">
        {code}
      </p>
      <Button
        block
        color="primary"
        size="large"
        loading={busy}
        className={styles.tall ?? ''}
        onClick={() =>
          void save()
            .then(onClose, reportError)
            .finally(() => setBusy(false))
        }
      >
        已抄下，存文件
      </Button>
    </Sheet>
  );
}

function InSheet({ file, onClose }: { file: string; onClose(): void }) {
  const { outbox } = useLocal();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const take = async () => {
    setBusy(true);
    setTrouble('');
    try {
      const opened = await unlockText(file, code);
      if (opened.found !== 'text') return setTrouble(troubles[opened.found]);
      const carried: unknown = JSON.parse(opened.text);
      if (!isCarried(carried)) return setTrouble(troubles.foreign);
      const rows = carried.rows.filter(isOfItsKind);
      const came = await outbox.carryIn({ ...carried, rows });
      onClose();
      return void showAlert(wordsOf(came, carried.rows.length - rows.length), { title: '已取回' });
    } catch (problem) {
      return setTrouble(notSaved(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet title="从文件取回" open onClose={onClose}>
      <p className={styles.soft}>输入存文件时抄下的 12 位口令。各人的记录等各人登录后发送。</p>
      <label className={styles.field} data-active>
        <span>口令</span>
        <input value={code} inputMode="numeric" maxLength={20} onChange={(event) => setCode(event.target.value)} />
      </label>
      {trouble !== '' && (
        <p className={styles.soft} role="alert">
          {trouble}
        </p>
      )}
      <Button
        block
        color="primary"
        size="large"
        loading={busy}
        disabled={code.replace(/\D/g, '').length !== 12}
        className={styles.tall ?? ''}
        onClick={() => void take()}
      >
        取回
      </Button>
    </Sheet>
  );
}

const troubles = {
  foreign: '这不是未发送记录的文件',
  wrong: '口令不对，或文件已损坏',
} as const;

function wordsOf({ taken, known, foreign }: CarriedIn, unfit: number): string {
  const people = taken.map(({ uid, count }) => `${nameOf(uid)} ${count} 条`).join('，');
  return [
    people === '' ? '没有新的记录' : `取回 ${people}`,
    known > 0 && `${known} 条本机已有`,
    unfit > 0 && `${unfit} 条内容不完整或被改动，没有取回`,
    foreign > 0 && `${foreign} 条要更新版本后才能取回，请保留文件`,
  ]
    .filter(Boolean)
    .join('；');
}
