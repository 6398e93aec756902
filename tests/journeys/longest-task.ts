import type { CDPSession, Page } from '@playwright/test';

/**
 * The longest task of the page's main thread while something is done and for a second after, in milliseconds of its own
 * computing time: a machine that is busy with other things makes it hardly longer, so that two of them can be compared.
 * What the driver asks of the page meanwhile is measured with it: press keys, and look for no controls.
 */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // What was left over from before is not cleared away at the expense of what is measured.
  await session.send('HeapProfiler.collectGarbage');
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

/**
 * What a task may take: the computing time of a fixed script in the same page, the middle of three. The script is as long
 * as a quarter of 50 ms where decision 0023 was measured: nobody's press or letter waits longer than that on a machine of
 * a quarter of its pace.
 */
export async function oneBreath(page: Page): Promise<number> {
  const taken: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    taken.push(
      await longestTask(page, () =>
        page.evaluate((rounds) => {
          let seed = 1;
          for (let round = 0; round < rounds; round += 1) seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
          document.body.dataset['seed'] = String(seed);
        }, breath),
      ),
    );
  }
  return taken.toSorted((one, other) => one - other)[1] ?? 0;
}

const breath = 11_000_000;

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
