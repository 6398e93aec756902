import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import {
  ownSignInsCall,
  type SignInEvent,
  type SignInOutcome,
  signInDays,
  signInOutcome,
} from '#contract/areas/me/account.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { Tone } from '#contract/kit/states.ts';
import { read, worthRetry } from '#src/engine/failure.ts';
import { readStateOf } from '#src/engine/read-state.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { agentName } from '#src/platform/device.ts';
import { account, Card } from './card.tsx';
import styles from './me.module.css';

/** Who was at the door with this account's name, let in or not, newest first. */
export function SignInsCard() {
  const wire = useWire();
  const query = useInfiniteQuery({
    queryKey: [account.name, ownSignInsCall.path],
    queryFn: ({ signal, pageParam }) =>
      read(wire, ownSignInsCall, { input: pageParam === 0 ? {} : { before: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.more ? page.list.at(-1)?.id : undefined),
    retry: worthRetry,
  });
  const reading = {
    ...readStateOf(query),
    loading: query.isPending,
    refreshing: query.isFetching,
    reload: () => void query.refetch(),
  };
  const list = reading.value?.pages.flatMap((page) => page.list) ?? [];
  return (
    <Card title="登录记录" of={reading}>
      <p className={styles.words}>
        最近 {signInDays} 天内用您的账号登录的情况。有不认识的，请立即修改密码并退出其他设备。
      </p>
      {list.length === 0 && <EmptyFace words="还没有记录" />}
      <ul className={styles.events}>
        {list.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          className={styles.more ?? ''}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          更早的记录
        </Button>
      )}
    </Card>
  );
}

function Event({ event }: { event: SignInEvent }) {
  return (
    <li className={styles.event}>
      <time dateTime={event.at}>{printTime(event.at)}</time>
      <span>
        <StatusTag tone={tones[event.outcome]}>{signInOutcome[event.outcome]}</StatusTag>
      </span>
      <span>{agentName(event.user_agent)}</span>
      <span>{event.ip}</span>
    </li>
  );
}

const tones: Readonly<Record<SignInOutcome, Tone>> = {
  1: 'done',
  2: 'waiting',
  3: 'refused',
  4: 'refused',
  5: 'refused',
  6: 'idle',
};
