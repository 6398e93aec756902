import { Button } from 'antd-mobile';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { isCameraKept, keepCamera } from '#src/platform/kept-camera.ts';
import { lastReader } from '#src/platform/last-reader.ts';
import { marks, setMarks } from '#src/platform/marks.ts';
import { setVolume, sound, type Tone, unlockSound, volume } from '#src/platform/sound.ts';
import { DeviceCard } from '../device-card.tsx';
import styles from '../handheld.module.css';
import { QueueStrip } from '../queue-strip.tsx';
import { usePerson } from '../use-person.ts';
import { PlaceChoice } from './place-choice.tsx';
import { usePlaces } from './use-places.ts';

/** How this tablet sounds, lights up and reads, and where it works. It stays with the tablet, whoever takes it next. */
export function Screen() {
  const { uid } = usePerson();
  const navigate = useNavigate();
  const at = usePlaces(uid);
  const [loud, setLoud] = useState(() => nearest(volumes, volume()));
  const [bright, setBright] = useState(() => nearest(brightness, marks()));
  const [kept, setKept] = useState(isCameraKept);
  useEffect(() => unlockSound(), []);
  return (
    <PageFrame
      title="平板设置"
      mark="只对本机生效"
      onBack={() => void navigate('/hand')}
      strip={<QueueStrip uid={uid} />}
    >
      <Card title="提示音">
        <div className={styles.form}>
          <ChoiceRow<number>
            label="音量"
            choices={volumes}
            value={loud}
            onChange={(value) => {
              setVolume(value);
              setLoud(value);
              sound('new');
            }}
          />
          <div className={styles.quick}>
            {tones.map(({ tone, label }) => (
              <Button key={tone} onClick={() => sound(tone)}>
                {label}
              </Button>
            ))}
          </div>
          <p className={styles.soft}>关掉声音后仍会振动。听不到时先点一下屏幕。</p>
        </div>
      </Card>
      <Card title="扫描闪光">
        <div className={styles.form}>
          <ChoiceRow<number>
            label="亮度"
            choices={brightness}
            value={bright}
            onChange={(value) => {
              setMarks(value);
              setBright(value);
            }}
          />
        </div>
      </Card>
      <Card title="摄像头">
        <div className={styles.form}>
          <ChoiceRow<string>
            label="没有扫描枪的设备"
            choices={cameras}
            value={kept ? 'kept' : 'asked'}
            onChange={(value) => {
              keepCamera(value === 'kept');
              setKept(value === 'kept');
            }}
          />
          <p className={styles.soft}>没有扫描枪时选「一直开着」：在扫描的画面上，对准条码就计一件。</p>
        </div>
      </Card>
      <Card title="读写器">
        <CardRow
          title={lastReader()?.label ?? '还没有连接过'}
          text="连接、试读、功率"
          onOpen={() => void navigate('/hand/reader')}
          label="标签读写器"
        />
      </Card>
      <PlaceChoice {...at} />
      <DeviceCard />
    </PageFrame>
  );
}

const cameras = [
  { value: 'asked', label: '要用时再打开' },
  { value: 'kept', label: '一直开着' },
];

interface Level {
  value: number;
  label: string;
}

const volumes: readonly Level[] = [
  { value: 0, label: '关' },
  { value: 0.2, label: '轻' },
  { value: 0.5, label: '中' },
  { value: 1, label: '响' },
];
const brightness: readonly Level[] = [
  { value: 0, label: '不闪' },
  { value: 0.45, label: '柔和' },
  { value: 0.85, label: '明亮' },
  { value: 1, label: '最亮' },
];
const tones: readonly { tone: Tone; label: string }[] = [
  { tone: 'new', label: '已记录' },
  { tone: 'duplicate', label: '重复' },
  { tone: 'unknown', label: '不认识' },
  { tone: 'not_saved', label: '没保存' },
];

const nearest = (levels: readonly Level[], kept: number): number =>
  levels.toSorted((one, other) => Math.abs(one.value - kept) - Math.abs(other.value - kept))[0]?.value ?? kept;
