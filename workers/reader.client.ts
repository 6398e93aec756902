import { proxy } from 'comlink';
import type { ReaderFacts, ReaderHost } from '#src/reader/uhf/reader-host.ts';
import type { Transport } from '#src/reader/uhf/transport.ts';
import type { ReaderEvents } from '#src/reader/uhf/uhf-reader.ts';
import { createJobWorker, type JobWorker, WorkerFailed } from './job-worker.ts';

/** A reader whose bytes are read beside the page. */
export interface ConnectedReader extends Pick<ReaderHost, 'start' | 'stop' | 'setPower' | 'close'> {
  readonly facts: ReaderFacts;
}

/**
 * Finds the reader at the other end and connects to it in a worker of its own, which opens the line by itself where the browser lets it
 * and is handed the bytes else; in the page where no worker can be had. Null where nobody answers.
 */
export async function connectBeside(transport: Transport, on: ReaderEvents): Promise<ConnectedReader | null> {
  const worker = createJobWorker<ReaderHost>(
    () => new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module', name: 'reader' }),
    Number.POSITIVE_INFINITY,
  );
  try {
    const facts = await worker.run((remote) =>
      remote.connect(transport.label, proxy(lent(transport)), proxy(told(on))),
    );
    if (facts) return inWorker(worker, facts, on);
    worker.end();
    return null;
  } catch (problem) {
    worker.end();
    if (!(problem instanceof WorkerFailed)) throw problem;
    // It may have taken the line before it broke down.
    await transport.close().catch(() => undefined);
    return await inPage(transport, on);
  }
}

function inWorker(worker: JobWorker<ReaderHost>, facts: ReaderFacts, on: ReaderEvents): ConnectedReader {
  let over = false;
  const end = (): void => {
    over = true;
    worker.end();
  };
  worker
    .run((remote) => remote.ended())
    .then(end, () => {
      // Broken down while it read: for whoever reads that is a reader that was pulled out.
      if (!over) on.gone();
    });
  return {
    facts,
    start: () => worker.run((remote) => remote.start()),
    stop: () => worker.run((remote) => remote.stop()),
    setPower: (dbm) => worker.run((remote) => remote.setPower(dbm)),
    async close() {
      if (over) return;
      over = true;
      try {
        await worker.run((remote) => remote.close());
      } finally {
        worker.end();
      }
    },
  };
}

async function inPage(transport: Transport, on: ReaderEvents): Promise<ConnectedReader | null> {
  const { createReaderHost } = await import('#src/reader/uhf/reader-host.ts');
  const host = createReaderHost(() => Promise.resolve([]));
  const facts = await host.connect(transport.label, transport, on);
  return facts && { ...host, facts };
}

/** A line as another realm may call it; it is told of what comes without being waited for. */
function lent(transport: Transport): Pick<Transport, 'open' | 'send' | 'close'> {
  return {
    open: (baud, on) => transport.open(baud, { bytes: (chunk) => on.bytes(chunk), gone: () => on.gone() }),
    send: (bytes) => transport.send(bytes),
    close: () => transport.close(),
  };
}

/** Methods of their own: what is called across realms is looked up by its name. */
const told = (on: ReaderEvents): ReaderEvents => ({
  tags: (tags) => on.tags(tags),
  trouble: (words) => on.trouble(words),
  gone: () => on.gone(),
});
