import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { countableInboundCall } from '#contract/areas/purchasing/inbound-entry.ts';
import { failureOf, read, wordsOf } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import styles from '../handheld.module.css';
import { useAsked } from '../use-live.ts';
import { useOnline } from '../use-online.ts';
import { useReceiving } from './use-receiving.ts';

/** The inbound batches that I may count, and those that are on this device. Nothing for whoever counts none. */
export function BatchesCard({ uid }: { uid: number }) {
  const receiving = useReceiving();
  const wire = useWire();
  const navigate = useNavigate();
  const online = useOnline();
  const here = useAsked(useCallback(() => receiving.list(uid), [receiving, uid]));
  const kept = here ?? [];
  const listed = useQuery({
    queryKey: ['hand', 'countableInbound', uid],
    queryFn: ({ signal }) => read(wire, countableInboundCall, { input: {}, signal }),
    enabled: online,
    networkMode: 'always',
    refetchOnMount: 'always',
  });
  const failure = online ? failureOf(listed) : null;
  const open = (online && listed.data?.list) || [];
  const more = open.filter(({ id }) => !kept.some((one) => one.id === id));
  if (kept.length === 0 && more.length === 0 && (!failure || failure.kind === 'forbidden')) return null;
  return (
    <Card title="到货清点">
      {kept.map(({ id, supplier_name, batch_no }) => {
        const over = online && listed.data !== undefined && !open.some((one) => one.id === id);
        return (
          <CardRow
            key={id}
            title={supplier_name}
            text={batch_no}
            mark={over ? <StatusTag tone="idle">已结束</StatusTag> : <StatusTag tone="done">已下载</StatusTag>}
            onOpen={() => void navigate(`/hand/inbound/${id}`)}
          />
        );
      })}
      {more.map(({ id, supplier_name, batch_no, plan_qty, count_qty }) => (
        <CardRow
          key={id}
          title={supplier_name}
          text={`${batch_no} · 应收 ${plan_qty} · 已点 ${count_qty}`}
          mark={<StatusTag tone="idle">未下载</StatusTag>}
          onOpen={() => void navigate(`/hand/inbound/${id}`)}
        />
      ))}
      {failure && failure.kind !== 'forbidden' && <p className={styles.nothing}>{wordsOf(failure)}</p>}
    </Card>
  );
}
