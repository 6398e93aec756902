import { type QueryClient, useQuery } from '@tanstack/react-query';
import { configCall } from '#contract/areas/shell/config.ts';
import {
  type ExpiringGoods,
  type ExpiringRequest,
  expiringCall,
  expiringFileName,
} from '#contract/areas/shell/expiring.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { read } from '#src/engine/failure.ts';
import { forgetThese } from '#src/engine/query-keys.ts';
import { getStored, removeStored, setStored } from '#src/platform/storage.ts';
import type { Wire } from '#src/wire/wire.ts';
import { useApp } from '../app-context.tsx';

/** What expires soon, as it was when this device first asked today. */
export interface ExpiringToday {
  /** The business day it was asked on, the only one it is good for. */
  day: string;
  /** The notice times that were asked with; none when nobody wants to be told. */
  days: readonly number[];
  /** The first `mostRows` of them, the earliest day first. */
  list: readonly ExpiringGoods[];
  total: number;
}

/** Rows that the popover shows; all of them are in the file. */
export const mostRows = 200;

/** The goods that expire soon for a person (specification §1, §9): asked once a day, quietly, and kept on this device until midnight. */
export function useExpiring(uid: number): { today: ExpiringToday | undefined; failed: boolean; reload(): void } {
  const { services } = useApp();
  const { data, isError, refetch } = useQuery({
    queryKey: keyOf(uid),
    queryFn: ({ signal }) => readToday(services.wire, uid, signal),
    // Fresh until the day it was asked on is over; the kept answer needs no network.
    staleTime: ({ state }) => millisecondsLeft(new Date(state.dataUpdatedAt)),
    refetchInterval: () => millisecondsLeft(new Date()),
    networkMode: 'always',
  });
  return {
    today: data,
    failed: isError,
    reload: () => {
      removeStored(storedKey(uid));
      void refetch();
    },
  };
}

/** Forgets today's answer, so that it is asked anew: the notice times have been changed. */
export async function forgetExpiring(queries: QueryClient, uid: number | undefined): Promise<void> {
  if (uid === undefined) return;
  removeStored(storedKey(uid));
  await forgetThese(queries, { queryKey: keyOf(uid) });
}

/** What is asked for these days (specification §7). */
export function expiringQuestion(days: readonly number[]): ExpiringRequest {
  return { expire_day: days, fileName: expiringFileName, op: 2 };
}

/** The answer for today: the kept one, else the server's. One that is given up by `signal` is not kept. Throws CallFailed. */
export async function readToday(wire: Wire, uid: number, signal?: AbortSignal): Promise<ExpiringToday> {
  const kept = getStored<ExpiringToday>(storedKey(uid));
  if (kept.found === 'value') return kept.value;
  const given = signal ? { signal } : {};
  const { value } = await read(wire, configCall, { input: { key: 'sku_expire_notice_times' }, ...given });
  const days = [value].flat().filter((day): day is number => typeof day === 'number');
  const none = { list: [], total: 0 };
  const { list, total } =
    days.length === 0
      ? none
      : await read(wire, expiringCall, {
          input: { ...expiringQuestion(days), page: 1, page_size: mostRows },
          ...given,
        });
  const now = new Date();
  const today = { day: businessDay(now), days, list, total };
  setStored(storedKey(uid), today, millisecondsLeft(now) / 1000);
  return today;
}

const keyOf = (uid: number) => ['expiring', uid];
const storedKey = (uid: number) => `expiring/${uid}`;

/** Until the business day of an instant is over. */
function millisecondsLeft(at: Date): number {
  return Date.parse(`${businessDay(at)}T24:00:00+08:00`) - at.getTime();
}
