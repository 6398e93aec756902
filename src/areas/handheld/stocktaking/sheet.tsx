import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd-mobile';
import { useRef } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { type countableCall, progressCall } from '#contract/areas/warehouse/count-entry.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import { failureOf, read, wordsOf } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { Card } from '#src/kit/hand/card.tsx';
import { Face, LoadingFace } from '#src/kit/hand/faces.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import styles from '../handheld.module.css';
import { QueueStrip } from '../queue-strip.tsx';
import { useOnline } from '../use-online.ts';
import { usePerson } from '../use-person.ts';
import { clockOf } from '../words.ts';
import { DownloadCard } from './download-card.tsx';
import { carried } from './sheets.ts';
import { useCounts } from './use-counts.ts';
import { useDownload } from './use-download.ts';
import { useOpenSheet } from './use-open-sheet.ts';
import { useStocktaking } from './use-stocktaking.ts';
import { useTicks } from './use-ticks.ts';
import { ZoneRow } from './zone-row.tsx';
import { zonesNow } from './zone-state.ts';

/** One sheet: downloads it for the zones I am going to count, then leads into them. Offline it shows what is stored. */
export function Screen() {
  const sheetId = Number(useParams()['id']);
  const { uid } = usePerson();
  const navigate = useNavigate();
  const online = useOnline();
  const wire = useWire();
  const { sheets } = useStocktaking();
  const open = useOpenSheet(uid, sheetId);
  const { view } = useCounts({ uid, sheetId, lastMost: 1 });
  const asked = useQuery({
    queryKey: ['hand', 'progress', sheetId],
    queryFn: ({ signal }) => read(wire, progressCall, { input: { id: sheetId }, signal }),
    enabled: online,
    networkMode: 'always',
    refetchOnMount: 'always',
  });
  const failure = online ? failureOf(asked) : null;
  // What is older than what is kept says nothing of it: the answer to a later question may have been lost.
  const progress = open && asked.data && asked.data.round < open.sheet.round ? undefined : asked.data;
  // What the first screen read of it, so that the sheet has its name before it is downloaded.
  const listed = useQueryClient()
    .getQueryData<OutputOf<typeof countableCall>>(['hand', 'countable', uid])
    ?.list.find((one) => one.id === sheetId);
  const newRound = open && progress && progress.round > open.sheet.round;
  const zones = zonesNow(progress, open?.sheet);
  const known = open && view && !newRound ? view.zones.map((one) => one.zone) : null;
  // None that was not chosen: the office waits for this device in every zone that it registers for.
  const { ticked, toggle } = useTicks(progress?.round ?? open?.sheet.round ?? 0, known ?? []);
  const download = useDownload({ uid, sheetId, onDone: () => void asked.refetch() });
  const remove = async () => {
    if (await sheets.remove(uid, sheetId)) await navigate('/hand');
    else toast('还有未发送或需处理的记录，不能移除');
  };
  const downloads = useRef<HTMLDivElement>(null);
  const addZone = (code: string) => {
    if (online && !ticked.has(code)) toggle(code);
    toast(online ? '已勾选，更新下载后就能盘点' : '先下载库区：连上网络后勾选并更新下载');
    // Brings the card into view, too.
    downloads.current?.focus();
  };
  const loading = open === undefined || (open === null && online && asked.isPending && !failure);
  return (
    <PageFrame
      title={open?.sheet.warehouse_name ?? listed?.warehouse_name ?? '盘点单'}
      mark={
        open
          ? `${open.sheet.round > 1 ? `第 ${open.sheet.round} 轮复盘` : '初盘'}${open.sheet.blind ? ' · 盲盘' : ''} · ${open.sheet.stocktaking_no}`
          : `${listed?.stocktaking_no ?? ''} 未下载`
      }
      onBack={() => void navigate('/hand')}
      strip={<QueueStrip uid={uid} />}
    >
      {loading && <LoadingFace />}
      {open && view && (
        <Card title="库区" mark={<span className={styles.soft}>{clockOf(open.savedAt)} 下载</span>}>
          {open.sheet.zones.map((zone) => (
            <ZoneRow
              key={zone.code}
              zone={zones.find((one) => one.code === zone.code) ?? zone}
              view={view}
              round={open.sheet.round}
              current={!newRound}
              byCodes={open.sheet.pieces !== undefined}
              onOpen={() => void navigate(`/hand/count/${sheetId}/${encodeURIComponent(zone.code)}`)}
              onAdd={() => addZone(zone.code)}
            />
          ))}
          <p className={styles.nothing}>
            {carried(open.sheet)}已在本机
            {open.sheet.recount.length > 0 && `，本轮要求复盘 ${open.sheet.recount.length} 种`}
          </p>
        </Card>
      )}
      {newRound && <p className={styles.trouble}>盘点单已进入第 {progress.round} 轮，请更新下载后再盘。</p>}
      {!loading && view && zones.length > 0 && (
        <div ref={downloads} tabIndex={-1}>
          <DownloadCard
            zones={zones}
            ticked={ticked}
            onToggle={toggle}
            again={known !== null}
            online={online}
            download={download}
          />
        </div>
      )}
      {!loading && zones.length === 0 && !online && (
        <Face title="本机没有这张盘点单" text="连上网络后下载，之后可以离线盘点。" />
      )}
      {!open && failure && (
        <Face title="没有取到盘点单" text={wordsOf(failure)} action="再试" onAction={() => void asked.refetch()} />
      )}
      {open && (
        <Button block size="large" fill="none" onClick={() => void remove().catch(reportError)}>
          从本机移除
        </Button>
      )}
    </PageFrame>
  );
}
