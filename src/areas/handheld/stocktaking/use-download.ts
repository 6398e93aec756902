import { useEffect, useRef, useState } from 'react';
import { downloadCall } from '#contract/areas/warehouse/count-entry.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { useWire } from '#src/engine/wire-context.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { askToPersist, deviceName, isDeviceNamed } from '#src/platform/device.ts';
import { isPassing } from '#src/wire/sent.ts';
import { codeOf } from '../device-code.ts';
import { notSaved } from '../not-saved.ts';
import { carried } from './sheets.ts';
import { useStocktaking } from './use-stocktaking.ts';

/** A download of a sheet as its screen sees it. */
export interface Download {
  /** How far it is; null while none is running. */
  stage: 'asking' | 'storing' | null;
  /** What became of the last one, in words a person can act on; empty when nothing is wrong. */
  trouble: string;
  /** Fetches the sheet, registers this device for the zones (codes) and keeps both. Never rejects. */
  start(zones: readonly string[]): Promise<void>;
}

/** Downloads a sheet for its screen. `onDone` is told when it is kept; what goes wrong after the screen is left is told all the same. */
export function useDownload({ uid, sheetId, onDone }: { uid: number; sheetId: number; onDone(): void }): Download {
  const { deviceId } = useLocal();
  const { sheets } = useStocktaking();
  const wire = useWire();
  const [stage, setStage] = useState<Download['stage']>(null);
  const [trouble, setTrouble] = useState('');
  const here = useHere();

  const load = async (zones: readonly string[]): Promise<string> => {
    const device_id = await deviceId();
    const before = Date.now();
    const sent = await wire.send(
      downloadCall,
      { id: sheetId, device_id, device_name: calledBy(device_id), zones: [...zones] },
      { hideLoading: true, ownWords: true },
    );
    const asked = { before, after: Date.now() };
    if (!sent.ok)
      return isPassing(sent.failure) ? `${sentence(wordsOf(sent.failure))}${mayBeRegistered}` : wordsOf(sent.failure);
    setStage('storing');
    await sheets.save({ uid, sheet: sent.value, zones, asked });
    // Not what came in: a later one may have been before it, and stays.
    const kept = await sheets.open(uid, sheetId);
    if (kept) toast(`${carried(kept.sheet)}已存本机，可以离线盘点`);
    onDone();
    // The browser may ask the person about it, or refuse: the sheet is kept either way.
    void askToPersist().catch(reportError);
    return '';
  };
  const start = async (zones: readonly string[]) => {
    setTrouble('');
    setStage('asking');
    const words = await load(zones).catch((problem: unknown) => `${notSaved(problem)}${mayBeRegistered}`);
    setStage(null);
    setTrouble(words);
    if (words !== '' && !here()) toast(words);
  };
  return { stage, trouble, start };
}

/** The name under which the office sees this device: its own, else what all its like are called and its code. */
function calledBy(id: string): string {
  return isDeviceNamed() ? deviceName() : `${deviceName().slice(0, 50)} ${codeOf(id)}`;
}

const mayBeRegistered = '服务器可能已登记本机；换别的设备盘点时请告诉主管。';

/** Words with a full stop behind them, where they have none. */
function sentence(words: string): string {
  return /[。！!]$/.test(words) ? words : `${words}。`;
}

/** Whether the screen still stands. */
function useHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
