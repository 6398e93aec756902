import { Button } from 'antd-mobile';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ReportPlace } from '#contract/areas/purchasing/imperfect-report.ts';
import { imperfectSources } from '#contract/areas/purchasing/return-enums.ts';
import { limits } from '#contract/kit/limits.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card } from '#src/kit/hand/card.tsx';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { sound, unlockSound } from '#src/platform/sound.ts';
import { wholeCode } from '#src/reader/keyboard-wedge.ts';
import type { Scan } from '#src/reader/scans.ts';
import { ByCamera } from '../camera/by-camera.tsx';
import { gradeChoices } from '../grade-words.ts';
import styles from '../handheld.module.css';
import { notSaved } from '../not-saved.ts';
import { QueueStrip } from '../queue-strip.tsx';
import { PlaceChoice } from '../settings/place-choice.tsx';
import { usePlaces } from '../settings/use-places.ts';
import { usePerson } from '../use-person.ts';
import { WedgeField } from '../wedge-field.tsx';
import { imperfect } from './codec.ts';
import { PictureField } from './picture-field.tsx';

/** What is imperfect, seen in front of the shelf: kept on this device with its picture, and sent when there is a network. */
export function Screen() {
  const { uid } = usePerson();
  const navigate = useNavigate();
  const at = usePlaces(uid);
  const { place } = at;
  const frame = {
    title: '残次上报',
    mark: place?.name ?? '先选仓库',
    onBack: () => void navigate('/hand'),
    strip: <QueueStrip uid={uid} />,
  };
  if (place) return <Report key={place.id} uid={uid} place={place} frame={frame} />;
  return (
    <PageFrame {...frame}>
      <PlaceChoice {...at} />
    </PageFrame>
  );
}

interface ReportProps {
  uid: number;
  place: ReportPlace;
  frame: Omit<Parameters<typeof PageFrame>[0], 'children' | 'actions'>;
}

function Report({ uid, place, frame }: ReportProps) {
  const { outbox } = useLocal();
  const [code, setCode] = useState('');
  const [qty, setQty] = useState('1');
  const [reason, setReason] = useState('');
  const [grade, setGrade] = useState(1);
  const [source, setSource] = useState<number>(2);
  const [picture, setPicture] = useState<string | null>(null);
  const [trouble, setTrouble] = useState('');
  useEffect(() => unlockSound(), []);
  const scanned = (scan: Scan) => {
    const whole = wholeCode(scan, () => false);
    if (whole === null) {
      sound('not_saved');
      return toast('条码没读全，请再扫一次');
    }
    sound('new');
    return setCode(whole.slice(0, limits.name));
  };
  const missing = missingOf({ code, qty, reason });
  const keep = async () => {
    const made = outbox.stamp();
    const payload = {
      barcode: code.trim(),
      source_type: source,
      imperfect_type: grade,
      qty: Number(qty),
      reason: reason.trim(),
      picture: picture === null ? null : { op_id: outbox.stamp().opId, data: picture },
    };
    try {
      await outbox.of(imperfect).append({ uid, document: place.id, made, payload });
    } catch (problem) {
      // What was typed stays, to be kept once there is room.
      sound('not_saved');
      return setTrouble(notSaved(problem));
    }
    sound('new');
    toast('已存本机');
    setTrouble('');
    setCode('');
    setQty('1');
    setReason('');
    return setPicture(null);
  };
  return (
    <PageFrame
      {...frame}
      actions={
        <Button
          block
          color="primary"
          size="large"
          disabled={missing !== ''}
          onClick={() => void keep().catch(reportError)}
        >
          {missing === '' ? '上报' : missing}
        </Button>
      }
    >
      <WedgeField onScan={scanned} />
      {trouble !== '' && (
        <p className={styles.trouble} role="alert">
          {trouble}
        </p>
      )}
      <Card title="货品">
        <div className={styles.form}>
          <label className={styles.field} data-active={code === '' || undefined}>
            <span>条码或货号</span>
            <input value={code} maxLength={limits.name} onChange={({ target }) => setCode(target.value)} />
          </label>
          <ByCamera />
          <label className={styles.field}>
            <span>件数</span>
            <input
              inputMode="numeric"
              value={qty}
              maxLength={String(limits.quantity).length}
              onChange={({ target }) => setQty(target.value.replace(/\D/g, ''))}
            />
          </label>
          <ChoiceRow<number> label="品级" choices={grades} value={grade} onChange={setGrade} />
          <ChoiceRow<number> label="来源" choices={sources} value={source} onChange={setSource} />
        </div>
      </Card>
      <Card title="怎么了">
        <div className={styles.form}>
          <div className={styles.quick}>
            {usual.map((one) => (
              <Button key={one} onClick={() => setReason(one)}>
                {one}
              </Button>
            ))}
          </div>
          <label className={styles.field} data-active={reason === '' || undefined}>
            <span>原因</span>
            <input value={reason} maxLength={limits.reason} onChange={({ target }) => setReason(target.value)} />
          </label>
          <PictureField picture={picture} onChange={setPicture} />
        </div>
      </Card>
    </PageFrame>
  );
}

/** What is to be said before it can be reported, one thing at a time. */
function missingOf({ code, qty, reason }: { code: string; qty: string; reason: string }): string {
  if (code.trim() === '') return '先扫货品';
  if (!(Number(qty) >= 1)) return '填件数';
  if (reason.trim().length < limits.reasonLeast) return '说原因';
  return '';
}

const grades = gradeChoices.filter(({ value }) => value !== 0);
const sources = Object.entries(imperfectSources).map(([value, label]) => ({ value: Number(value), label }));
const usual = ['污渍', '破损', '开线', '色差', '缺配件'];
