import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFraming } from '#src/reader/uhf/framing.ts';
import { protocols } from '#src/reader/uhf/protocols.ts';
import { createSimulatedReader, type Family } from '#src/reader/uhf/simulated-reader.ts';
import { createTagList } from '#src/reader/uhf/tag-list.ts';
import { type Bench, type Finding, ms, timed } from './bench.ts';

/** What a site with fixed readers brings at most, reads a second, of so many tags (reference rfid §5). */
const needed = { reads: 1000, tags: 20_000 } as const;
const families: readonly Family[] = ['thingmagic', 'a0', 'm100'];

/** Bytes of tag readers to a set of tags: how many times what is needed this machine reads, and whether ten minutes of it cost more memory than one. */
export const readers: Bench = async ({ quick }) => {
  const minutes = quick ? 2 : 10;
  const findings: Finding[] = [];
  for (const family of families) findings.push(...(await readBy(family, minutes)));
  return findings;
};

async function readBy(family: Family, minutes: number): Promise<Finding[]> {
  const protocol = protocols.find(({ name }) => name === family);
  if (!protocol) throw new Error(`no protocol ${family}`);
  const framing = createFraming(protocol);
  const list = createTagList();
  const chunks = chunksOf(family);
  const minute = async () => {
    for (let reads = 0; reads < needed.reads * 60; reads += needed.tags)
      for (const chunk of chunks)
        list.take(
          framing.push(chunk).flatMap((heard) => (heard.kind === 'tag' ? [heard.tag] : [])),
          reads,
        );
  };
  const first = await timed(minute);
  const early = memory();
  const rest = await timed(async () => {
    for (let at = 1; at < minutes; at += 1) await minute();
  });
  const late = memory();
  if (list.size !== needed.tags || list.reads !== needed.reads * 60 * minutes) throw new Error('a read was lost');
  return [
    {
      name: `tags of ${family}: read against 1,000 a second`,
      ratio: (minutes * 60_000) / (first + rest),
      atLeast: 20,
      figures: `${list.reads} reads of ${list.size} tags in ${ms(first + rest)}`,
    },
    {
      name: `tags of ${family}: memory after ${minutes} minutes against one`,
      ratio: late / early,
      atMost: 1.1,
      figures: `${(early / 2 ** 20).toFixed(1)} MB, ${(late / 2 ** 20).toFixed(1)} MB`,
    },
  ];
}

/** The bytes in which a reader of a family tells of all tags once, cut as a port hands them on. */
function chunksOf(family: Family): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const device = createSimulatedReader(family, { faults: { pieces: 17 } });
  device.show(
    Array.from({ length: needed.tags }, (_, at) => `30751FEB705C5904${at.toString(16).toUpperCase().padStart(8, '0')}`),
  );
  device.tell(needed.tags, (chunk) => chunks.push(chunk));
  return chunks;
}

function memory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
