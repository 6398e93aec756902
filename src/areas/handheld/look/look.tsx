import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd-mobile';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { failureOf, wordsOf } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { Card } from '#src/kit/hand/card.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { sound, unlockSound } from '#src/platform/sound.ts';
import { ByCamera } from '../camera/by-camera.tsx';
import styles from '../handheld.module.css';
import { QueueStrip } from '../queue-strip.tsx';
import { useOnline } from '../use-online.ts';
import { usePerson } from '../use-person.ts';
import { WedgeField } from '../wedge-field.tsx';
import { LocalCard } from './local-card.tsx';
import { lookAt } from './look-at.ts';
import { SeenCards } from './seen-cards.tsx';

/** What is this, where is more of it, and what has happened to it: asked by a scan. Counts nothing. */
export function Screen() {
  const { uid } = usePerson();
  const navigate = useNavigate();
  const wire = useWire();
  const online = useOnline();
  const [params, setParams] = useSearchParams();
  const code = params.get('code') ?? '';
  useEffect(() => unlockSound(), []);
  const asked = useQuery({
    queryKey: ['hand', 'look', uid, code],
    queryFn: async ({ signal }) => {
      const seen = await lookAt(wire, code, signal);
      sound(seen.is === 'goods' && seen.rows.length === 0 ? 'unknown' : 'new');
      return seen;
    },
    enabled: online && code !== '',
    networkMode: 'always',
    staleTime: 0,
  });
  const look = (text: string) => {
    const given = text.trim().slice(0, limits.name);
    if (given !== '') setParams({ code: given }, { replace: true });
  };
  const failure = failureOf(asked);
  return (
    <PageFrame title="查货" mark="只查不计" onBack={() => void navigate('/hand')} strip={<QueueStrip uid={uid} />}>
      <WedgeField onScan={(scan) => look(scan.code)} />
      <ByCamera />
      <Typed key={code} code={code} onLook={look} />
      {code === '' && <p className={styles.nothing}>扫条码查各仓库存，扫唯一码或标签查这一件的经过</p>}
      {code !== '' && <LocalCard uid={uid} code={code} />}
      {code !== '' && !online && <p className={styles.nothing}>没有网络，只查了本机已下载的单据</p>}
      {asked.isFetching && <p className={styles.nothing}>正在查</p>}
      {failure && online && !asked.isFetching && (
        <Card title={code}>
          <p className={styles.nothing} role="alert">
            {wordsOf(failure)}
          </p>
        </Card>
      )}
      {asked.data && <SeenCards code={code} seen={asked.data} />}
    </PageFrame>
  );
}

/** For a label that no gun reads. */
function Typed({ code, onLook }: { code: string; onLook(code: string): void }) {
  const [text, setText] = useState(code);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onLook(text);
      }}
    >
      <label className={styles.field} data-active>
        <span>条码、货号、唯一码或 EPC</span>
        <input value={text} maxLength={limits.name} onChange={(event) => setText(event.target.value)} />
      </label>
      <Button block size="large" type="submit" color="primary" disabled={text.trim() === ''}>
        查
      </Button>
    </form>
  );
}
