import type { CDPSession, Page } from '@playwright/test';

/**
 * The longest task of the page's main thread while something is done and for a second after, in milliseconds of its own
 * computing time: a machine that is busy with other things makes it no longer, so that two of them can be compared.
 */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'] },
  });
  await act();
  await page.waitForTimeout(1000);
  await ended(session);
  const mains = new Set(events.filter(isMainName).map(threadOf));
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the trace holds no task of the page');
  return Math.max(...tasks.map((event) => event.tdur ?? 0)) / 1000;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of computing time. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;

function isMainName({ name, args }: TraceEvent): boolean {
  return name === 'thread_name' && args.name === 'CrRendererMain';
}

async function ended(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
}
