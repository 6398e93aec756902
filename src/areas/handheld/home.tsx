import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd-mobile';
import { lazy, Suspense, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { countableCall } from '#contract/areas/warehouse/count-entry.ts';
import { failureOf, read, wordsOf } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { useHandFrame } from '#src/kit/hand/frame-context.ts';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { DeviceCard } from './device-card.tsx';
import styles from './handheld.module.css';
import { QueueCard } from './queue-card.tsx';
import { QueueStrip } from './queue-strip.tsx';
import { ShiftCard } from './shift/shift-card.tsx';
import { useStocktaking } from './stocktaking/use-stocktaking.ts';
import { useAsked } from './use-live.ts';
import { networkWords, useNetwork } from './use-network.ts';
import { useOnline } from './use-online.ts';
import { usePerson } from './use-person.ts';

// Drawn once it is known what there is: nobody waits for their code before that.
const WorkCards = lazy(async () => ({ default: (await import('./work-cards.tsx')).WorkCards }));

/** The warehouse mode's first screen: who I am, what I may count, how the queue of this device stands. */
export function Screen() {
  const person = usePerson();
  const { uid } = person;
  const navigate = useNavigate();
  const { signOut } = useHandFrame();
  return (
    <PageFrame
      title={person.nickname || person.username}
      mark="仓库模式"
      strip={<QueueStrip uid={uid} />}
      extra={
        <button type="button" className={styles.end} onClick={() => void navigate('/dashboard/index')}>
          办公室
        </button>
      }
    >
      <ShiftCard uid={uid} />
      <SheetsCard uid={uid} />
      <Suspense>
        <WorkCards uid={uid} />
      </Suspense>
      <QueueCard uid={uid} />
      <DeviceCard />
      <Button block size="large" onClick={() => void navigate('/hand/look')}>
        查货
      </Button>
      <Button block size="large" onClick={() => void navigate('/hand/imperfect')}>
        残次上报
      </Button>
      <Button block size="large" onClick={() => void navigate('/hand/reader')}>
        标签读写器
      </Button>
      <Button block size="large" onClick={() => void navigate('/hand/settings')}>
        平板设置
      </Button>
      <Button block size="large" onClick={() => void signOut().catch(reportError)}>
        退出登录
      </Button>
    </PageFrame>
  );
}

function SheetsCard({ uid }: { uid: number }) {
  const { sheets } = useStocktaking();
  const wire = useWire();
  const navigate = useNavigate();
  const online = useOnline();
  const network = useNetwork();
  const kept = useAsked(useCallback(() => sheets.list(uid), [sheets, uid]));
  const listed = useQuery({
    queryKey: ['hand', 'countable', uid],
    queryFn: ({ signal }) => read(wire, countableCall, { input: {}, signal }),
    enabled: online,
    networkMode: 'always',
    refetchOnMount: 'always',
  });
  const failure = failureOf(listed);
  const here = kept ?? [];
  const open = (online && listed.data?.list) || [];
  const more = open.filter((sheet) => !here.some((one) => one.id === sheet.id));
  const nothing = kept !== null && here.length === 0 && more.length === 0 && !listed.isFetching;
  return (
    <Card
      title="盘点单"
      mark={<StatusTag tone={network === 'online' ? 'done' : 'waiting'}>{networkWords[network]}</StatusTag>}
    >
      {here.map((sheet) => {
        const now = open.find((one) => one.id === sheet.id);
        const newRound = now !== undefined && now.round !== sheet.round;
        const over = online && listed.data !== undefined && now === undefined;
        return (
          <CardRow
            key={sheet.id}
            title={sheet.warehouse_name}
            text={`${sheet.stocktaking_no} · ${roundName(sheet.round)}${sheet.blind ? ' · 盲盘' : ''}`}
            mark={
              newRound ? (
                <StatusTag tone="waiting">有新一轮</StatusTag>
              ) : over ? (
                <StatusTag tone="idle">已结束</StatusTag>
              ) : (
                <StatusTag tone="done">已下载</StatusTag>
              )
            }
            onOpen={() => void navigate(`/hand/sheet/${sheet.id}`)}
          />
        );
      })}
      {more.map((sheet) => (
        <CardRow
          key={sheet.id}
          title={sheet.warehouse_name}
          text={`${sheet.stocktaking_no} · ${roundName(sheet.round)} · 计划 ${sheet.plan_date}`}
          mark={<StatusTag tone="idle">未下载</StatusTag>}
          onOpen={() => void navigate(`/hand/sheet/${sheet.id}`)}
        />
      ))}
      {nothing && (
        <p className={styles.nothing}>
          {online ? (failure ? wordsOf(failure) : '现在没有要您盘点的单') : '本机没有已下载的盘点单，连上网络后下载'}
        </p>
      )}
      {!nothing && failure && online && <p className={styles.nothing}>{wordsOf(failure)}，以上为本机已下载</p>}
    </Card>
  );
}

function roundName(round: number): string {
  return round > 1 ? `第 ${round} 轮复盘` : '初盘';
}
