import { Button } from 'antd-mobile';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { Question } from '#src/kit/hand/question.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { unlockSound } from '#src/platform/sound.ts';
import { keepAwake } from '#src/platform/wake-lock.ts';
import { allowedReaders, chooseReader, hasPorts } from '#src/reader/uhf/ports.ts';
import { createSimulatedReader } from '#src/reader/uhf/simulated-reader.ts';
import styles from '../handheld.module.css';
import { QueueStrip } from '../queue-strip.tsx';
import { useAsked } from '../use-live.ts';
import { usePerson } from '../use-person.ts';
import { demoTags } from './demo-tags.ts';
import { SendCard } from './send-card.tsx';
import { TagRow } from './tag-row.tsx';
import { type Reading, useReader } from './use-reader.ts';

// Few devices have one.
const ServiceCard = lazy(async () => ({ default: (await import('./service-card.tsx')).ServiceCard }));

/** The UHF reader of this device: connected, tried, set, and what it has read handed on. Everything but handing on works without the network. */
export function Screen() {
  const { uid } = usePerson();
  const navigate = useNavigate();
  const reading = useReader(uid);
  const [clearing, setClearing] = useState(false);
  useEffect(() => unlockSound(), []);
  useEffect(() => keepAwake(), []);
  const { state, so, trouble } = reading;
  const on = state === 'reading';
  return (
    <PageFrame
      title="标签读写器"
      mark={reading.facts?.label ?? '未连接'}
      onBack={() => void navigate('/hand')}
      strip={
        <>
          <QueueStrip uid={uid} />
          {trouble !== '' && (
            <p className={styles.trouble} role="alert">
              {trouble}
            </p>
          )}
        </>
      }
      actions={
        <Button
          block
          size="large"
          color={on ? 'default' : 'primary'}
          disabled={state === 'none' || state === 'looking' || state === 'stopping'}
          onClick={() => void (on ? reading.stop() : reading.start()).catch(reportError)}
        >
          {on ? '停止' : state === 'stopping' ? '正在停止' : '开始读标签'}
        </Button>
      }
    >
      {reading.facts ? (
        <FactsCard reading={reading} />
      ) : (
        <>
          <ConnectCard reading={reading} />
          <Suspense>
            <ServiceCard looking={state === 'looking'} onConnect={reading.connectService} />
          </Suspense>
        </>
      )}
      <Card
        title={`已读 ${so.size} 个标签`}
        mark={<StatusTag tone={on ? 'moving' : 'idle'}>{on ? '正在读' : `共 ${so.reads} 次`}</StatusTag>}
      >
        {so.size === 0 && <p className={styles.nothing}>同一个标签读多少次都只算一个</p>}
        {so.newest.map((tag) => (
          <TagRow key={tag.epc} tag={tag} />
        ))}
        {so.size > 0 && (
          <div className={styles.cardAction}>
            <Button block size="large" onClick={() => setClearing(true)}>
              清空
            </Button>
          </div>
        )}
      </Card>
      <SendCard epcs={reading.epcs} size={so.size} onSent={(no) => toast(`已上传 ${no}，请到电脑上确认`)} />
      {clearing && (
        <Question
          title="清空已读的标签？"
          confirm="清空"
          cancel="不清空"
          onAnswer={(yes) => {
            setClearing(false);
            if (yes) reading.clear();
          }}
        >
          {`${so.size} 个标签会从本机删去，上传过的不受影响。`}
        </Question>
      )}
    </PageFrame>
  );
}

function ConnectCard({ reading }: { reading: Reading }) {
  const looking = reading.state === 'looking';
  const known = useAsked(allowedReaders) ?? [];
  const choose = async (): Promise<void> => {
    const transport = await chooseReader();
    if (transport) await reading.connect(transport);
  };
  const demonstrate = async (): Promise<void> => {
    const device = createSimulatedReader('r200');
    device.show(demoTags());
    await reading.connect(device);
  };
  return (
    <Card title="连接">
      <p className={styles.nothing}>
        {hasPorts()
          ? '支持 M100 / R200、A0、ThingMagic 系列的读写器，接串口或 USB，自动识别。'
          : '这个浏览器不能使用串口和 USB。请用 Chrome 或 Edge，并以 HTTPS 打开；扫描枪不受影响。'}
      </p>
      {known.map((port, at) => (
        <CardRow
          key={`${port.label}-${at}`}
          title={port.label}
          text="用过的读写器，点这里连接"
          onOpen={() => void reading.connect(port).catch(reportError)}
        />
      ))}
      <div className={styles.cardAction}>
        <Button
          block
          size="large"
          color="primary"
          disabled={!hasPorts()}
          loading={looking}
          loadingText="正在识别"
          onClick={() => void choose().catch(reportError)}
        >
          选择读写器
        </Button>
        <Button block size="large" disabled={looking} onClick={() => void demonstrate().catch(reportError)}>
          用演示读写器
        </Button>
      </div>
    </Card>
  );
}

function FactsCard({ reading }: { reading: Reading }) {
  const { facts, state } = reading;
  if (!facts) return null;
  return (
    <Card title={facts.family} mark={<StatusTag tone="done">已连接</StatusTag>}>
      <CardRow title={facts.isSetHere ? '版本' : facts.label} text={facts.version} />
      {facts.isSetHere && (
        <>
          <CardRow title="频段" text={facts.region ?? '读不出'} />
          <CardRow
            title="功率 dBm"
            text={`${facts.powerLeast}–${facts.powerMost}，近处用小功率，少读到旁边的货`}
            mark={<strong>{facts.power ?? '读不出'}</strong>}
          />
          <div className={styles.twoActions}>
            {[-1, 1].map((step) => (
              <Button
                key={step}
                size="large"
                disabled={state === 'reading' || facts.power === null}
                onClick={() => void reading.setPower((facts.power ?? 0) + step).catch(reportError)}
              >
                {step < 0 ? '功率 −1' : '功率 +1'}
              </Button>
            ))}
          </div>
        </>
      )}
      <div className={styles.cardAction}>
        <Button block size="large" onClick={() => void reading.disconnect().catch(reportError)}>
          断开
        </Button>
      </div>
    </Card>
  );
}
