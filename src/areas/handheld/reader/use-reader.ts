import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { noteReader } from '#src/platform/last-reader.ts';
import { sound } from '#src/platform/sound.ts';
import { onReaderBack } from '#src/reader/uhf/ports.ts';
import type { Tag } from '#src/reader/uhf/protocol.ts';
import type { ReaderFacts } from '#src/reader/uhf/reader-host.ts';
import { createTagList, type ReadTag } from '#src/reader/uhf/tag-list.ts';
import type { Transport } from '#src/reader/uhf/transport.ts';
import type { ReaderEvents } from '#src/reader/uhf/uhf-reader.ts';
import { type ConnectedReader, connectBeside } from '#workers/reader.client.ts';
import { type KeptTags, keepTags } from './kept-tags.ts';

/** What has been read so far. */
export interface ReadSoFar {
  readonly size: number;
  readonly reads: number;
  /** The newest first. */
  readonly newest: readonly ReadTag[];
}

export interface Reading {
  readonly state: 'none' | 'looking' | 'ready' | 'reading' | 'stopping';
  readonly facts: ReaderFacts | null;
  readonly so: ReadSoFar;
  /** What keeps it from reading; empty when nothing does. */
  readonly trouble: string;
  connect(transport: Transport): Promise<void>;
  /** Through the service of this computer that listens on this port. */
  connectService(port: number): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  setPower(dbm: number): Promise<void>;
  disconnect(): Promise<void>;
  epcs(): string[];
  clear(): void;
}

/** Tags shown of all that were read. */
const shown = 50;

/**
 * One reader at a time. What it has read stays on this device until it is cleared, whatever happens to the page; a reader that is unplugged
 * and plugged in again goes on with the same set. With `told` nothing stays here: each tag that is new since the start is told once, and whoever
 * is told keeps it and sounds.
 */
export function useReader(uid: number, told?: (epcs: readonly string[]) => void): Reading {
  // Belongs to the machine: what was read outlives a sign-out.
  const [kept] = useState(() => (told ? null : keepTags(`device:reader:${uid}`)));
  const [list] = useState(() => listOf(kept));
  const reader = useRef<ConnectedReader | null>(null);
  const [state, setState] = useState<Reading['state']>('none');
  const [facts, setFacts] = useState<ReaderFacts | null>(null);
  const [trouble, setTrouble] = useState('');
  const [so, setSo] = useState<ReadSoFar>(() => soFar(list));

  const latest = useRef(told);
  useLayoutEffect(() => {
    latest.current = told;
  }, [told]);
  const take = useCallback(
    (tags: readonly Tag[]) => {
      const fresh = list.take(tags, Date.now());
      const epcs = fresh.map(({ epc }) => epc);
      if (kept === null) {
        if (epcs.length > 0) latest.current?.(epcs);
      } else if (epcs.length > 0) {
        const saved = kept.add(epcs);
        sound(saved ? 'new' : 'not_saved');
        if (!saved) setTrouble('本机存储已满：刚读的标签只在屏幕上，请先上传或存成文件');
      }
      setSo(soFar(list));
    },
    [kept, list],
  );
  const wasReading = useRef(false);
  /** It was reading when it went away: plugged in again, it goes on. */
  const resumes = useRef(false);
  /** What it goes on with is the same set. */
  const resumed = useRef(false);
  const lost = useCallback(() => {
    resumes.current = wasReading.current;
    reader.current = null;
    setFacts(null);
    setState('none');
    setTrouble('读写器已断开，插回后自动接着读');
  }, []);
  const left = useRef(false);
  /** One is being looked for: another press does not take its line from it. */
  const looking = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      void reader.current?.close().catch(reportError);
    };
  }, []);

  useEffect(() => {
    wasReading.current = state === 'reading';
  }, [state]);

  const join = async (find: (on: ReaderEvents) => Promise<ConnectedReader | null>): Promise<void> => {
    if (looking.current) return;
    looking.current = true;
    setTrouble('');
    setState('looking');
    try {
      const found = await find({ tags: take, trouble: setTrouble, gone: lost });
      if (!found) {
        setState('none');
        setTrouble('没有认出读写器：检查电源和波特率，或换一个串口');
        return;
      }
      // Whoever has gone meanwhile does not hold its line.
      if (left.current) return await found.close();
      reader.current = found;
      const { label, family, isSetHere } = found.facts;
      noteReader({ label, family, isService: !isSetHere, at: Date.now() });
      setFacts(found.facts);
      setState('ready');
    } catch (problem) {
      setState('none');
      setTrouble(openTrouble(problem));
    } finally {
      looking.current = false;
    }
  };

  const connect = (transport: Transport): Promise<void> => join((on) => connectBeside(transport, on));
  const connectService = async (port: number): Promise<void> => {
    // Few devices have one: its words are read when somebody asks for it.
    const service = await import('#src/reader/service/service-reader.ts');
    await join((on) => service.connectService(port, on));
  };

  const start = async (): Promise<void> => {
    setTrouble('');
    if (kept === null && !resumed.current) list.clear();
    resumed.current = false;
    setState('reading');
    await reader.current?.start();
  };
  const back = useEffectEvent(async (transport: Transport) => {
    if (reader.current || !resumes.current) return;
    resumes.current = false;
    resumed.current = true;
    await connect(transport);
    // Somebody may have plugged in something else.
    if (reader.current) await start();
  });
  useEffect(() => onReaderBack((transport) => void back(transport).catch(reportError)), []);

  return {
    state,
    facts,
    so,
    trouble,
    connect,
    connectService,
    start,
    async stop() {
      setState('stopping');
      try {
        await reader.current?.stop();
      } finally {
        setState(reader.current ? 'ready' : 'none');
      }
    },
    async setPower(dbm) {
      const power = (await reader.current?.setPower(dbm)) ?? null;
      setFacts((before) => before && { ...before, power });
    },
    async disconnect() {
      await reader.current?.close();
      reader.current = null;
      setFacts(null);
      setState('none');
    },
    epcs: list.epcs,
    clear() {
      list.clear();
      kept?.clear();
      setSo(soFar(list));
    },
  };
}

function listOf(kept: KeptTags | null) {
  const list = createTagList();
  const tags = kept?.all().map((epc) => ({ epc, rssi: null, antenna: null })) ?? [];
  list.take(tags, Date.now());
  return list;
}

function soFar(list: ReturnType<typeof createTagList>): ReadSoFar {
  return { size: list.size, reads: list.reads, newest: list.newest(shown) };
}

function openTrouble(problem: unknown): string {
  if (problem instanceof Error && problem.name === 'ServiceNotThere') return problem.message;
  // By its name: out of a worker it comes as an error of no kind.
  if (problem instanceof Error && ['InvalidStateError', 'NetworkError'].includes(problem.name))
    return '串口被别的程序或页面占用，请先关闭它';
  reportError(problem);
  return '打不开这个串口';
}
