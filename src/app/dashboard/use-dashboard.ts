import { useQuery } from '@tanstack/react-query';
import { type DashboardAnswer, dashboard } from '#contract/areas/shell/dashboard.ts';
import { CallFailed, worthRetry } from '#src/engine/failure.ts';
import { isPassing } from '#src/wire/sent.ts';
import { useApp } from '../app-context.tsx';
import type { Services } from '../services.ts';

/** The landing page's figures. `kept` when they are those of an earlier time, because none can be had now. */
export interface Figures {
  answer: DashboardAnswer;
  kept: boolean;
}

/** Reads the figures of the person signed in, anew whenever somebody comes back to the page; without network those kept on this device. */
export function useDashboard(uid: number) {
  const { services } = useApp();
  return useQuery({
    queryKey: dashboardKey(uid),
    queryFn: () => readFigures(services, uid),
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    // Runs without network too: the kept figures are the answer then.
    networkMode: 'always',
    retry: worthRetry,
  });
}

/** Under which the figures are read. */
export const dashboardKey = (uid: number) => ['dashboard', uid] as const;

async function readFigures(services: Services, uid: number): Promise<Figures> {
  const key = { uid, name: 'dashboard', schema };
  const sent = await services.wire.send(dashboard, {}, { hideLoading: true, ownWords: true });
  if (sent.ok) {
    void services
      .local()
      .then(({ references }) => references.put(key, sent.value))
      .catch(reportError);
    return { answer: sent.value, kept: false };
  }
  if (isPassing(sent.failure)) {
    const kept = await services.local().then(({ references }) => references.get<DashboardAnswer>(key));
    if (kept) return { answer: kept.value, kept: true };
  }
  throw new CallFailed(sent.failure);
}

/** Raised when the shape of the answer changes. */
const schema = 4;
