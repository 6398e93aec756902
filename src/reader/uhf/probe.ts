import { createFraming } from './framing.ts';
import type { Heard, Protocol } from './protocol.ts';
import { protocols } from './protocols.ts';
import type { Transport } from './transport.ts';

/** Milliseconds: of listening before anything is asked, and of waiting for each answer. */
export interface ProbeTimes {
  listen: number;
  answer: number;
}

const usual: ProbeTimes = { listen: 300, answer: 250 };

/** Who speaks there, and at which speed. */
export interface Found {
  readonly protocol: Protocol;
  readonly baud: number;
  readonly version: string;
}

/**
 * Finds out what is at the other end by its answers: asks each family for its version, which changes nothing in any of them. One that
 * was left reading says so by its tags and is stopped first. Leaves the transport closed; null where nobody answers.
 */
export async function probe(transport: Transport, times: ProbeTimes = usual): Promise<Found | null> {
  const bauds = [...new Set(protocols.flatMap((protocol) => protocol.bauds))];
  for (const baud of bauds) {
    const at = protocols.filter((protocol) => protocol.bauds.includes(baud));
    const heard = new Map<Protocol, Heard[]>(at.map((protocol) => [protocol, []]));
    const framings = at.map((protocol) => [protocol, createFraming(protocol)] as const);
    let gone = false;
    await transport.open(baud, {
      bytes: (chunk) => {
        for (const [protocol, framing] of framings) heard.get(protocol)?.push(...framing.push(chunk));
      },
      gone: () => {
        gone = true;
      },
    });
    try {
      await pause(times.listen);
      for (const protocol of at) if (isReading(heard.get(protocol))) await quieten(transport, protocol, times);
      for (const protocol of at) {
        if (gone) return null;
        const version = await versionOf(protocol);
        if (version !== null) return { protocol, baud, version };
      }
    } finally {
      await transport.close();
    }

    async function versionOf(protocol: Protocol): Promise<string | null> {
      const from = heard.get(protocol)?.length ?? 0;
      const said = () =>
        heard
          .get(protocol)
          ?.slice(from)
          .map(protocol.versionIn)
          .find((version) => version !== null) ?? null;
      await transport.send(protocol.askVersion.bytes);
      const until = performance.now() + times.answer;
      while (said() === null && performance.now() < until) await pause(Math.min(20, times.answer));
      // What looks like the beginning of a frame may hold back the answer behind it, and must not stand before the next one.
      for (const [one, framing] of framings) heard.get(one)?.push(...framing.quiet());
      return said();
    }
  }
  return null;
}

async function quieten(transport: Transport, { stop }: Protocol, { answer }: ProbeTimes): Promise<void> {
  if (!stop) return;
  await transport.send(stop.bytes);
  await pause(answer);
}

const isReading = (heard: readonly Heard[] = []): boolean =>
  heard.some(({ kind }) => kind === 'tag' || kind === 'alive');

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
