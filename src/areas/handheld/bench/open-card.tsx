import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Call } from '#contract/kit/call.ts';
import { failureOf, read, wordsOf } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import styles from '../handheld.module.css';
import { useAsked } from '../use-live.ts';
import { useOnline } from '../use-online.ts';

interface OpenCardProps<K extends { id: number }, L extends { id: number }> {
  uid: number;
  title: string;
  /** Names what is asked. */
  kind: string;
  call: Call<Record<string, never>, { list: L[] }>;
  /** What is on this device. Keeps its identity. */
  list(uid: number): Promise<K[]>;
  keptWords(one: K): { title: string; text: string };
  words(one: L): { title: string; text: string };
  pathOf(id: number): string;
}

/** The documents that I may work on, and those that are on this device. Nothing for whoever works on none. */
export function OpenCard<K extends { id: number }, L extends { id: number }>({
  uid,
  title,
  kind,
  call,
  list,
  keptWords,
  words,
  pathOf,
}: OpenCardProps<K, L>) {
  const wire = useWire();
  const navigate = useNavigate();
  const online = useOnline();
  const here = useAsked(useCallback(() => list(uid), [list, uid]));
  const kept = here ?? [];
  const listed = useQuery({
    queryKey: ['hand', 'open', kind, uid],
    queryFn: ({ signal }) => read(wire, call, { input: {}, signal }),
    enabled: online,
    networkMode: 'always',
    refetchOnMount: 'always',
  });
  const failure = online ? failureOf(listed) : null;
  const open = (online && listed.data?.list) || [];
  const more = open.filter(({ id }) => !kept.some((one) => one.id === id));
  if (kept.length === 0 && more.length === 0 && (!failure || failure.kind === 'forbidden')) return null;
  return (
    <Card title={title}>
      {kept.map((one) => {
        const over = online && listed.data !== undefined && !open.some(({ id }) => id === one.id);
        return (
          <CardRow
            key={one.id}
            {...keptWords(one)}
            mark={over ? <StatusTag tone="idle">已结束</StatusTag> : <StatusTag tone="done">已下载</StatusTag>}
            onOpen={() => void navigate(pathOf(one.id))}
          />
        );
      })}
      {more.map((one) => (
        <CardRow
          key={one.id}
          {...words(one)}
          mark={<StatusTag tone="idle">未下载</StatusTag>}
          onOpen={() => void navigate(pathOf(one.id))}
        />
      ))}
      {failure && failure.kind !== 'forbidden' && <p className={styles.nothing}>{wordsOf(failure)}</p>}
    </Card>
  );
}
