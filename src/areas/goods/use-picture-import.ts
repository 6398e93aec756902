import { useRef, useState } from 'react';
import { pictureCalls, picturedStyle, pictureLimits } from '#contract/areas/goods/pictures.ts';
import { type BulkOrdered, bulkCalls } from '#contract/kit/bulk.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { sendPicture } from '#src/engine/stored-file.ts';
import { tasks } from '#src/engine/tasks.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { newOpId } from '#src/wire/op-id.ts';
import {
  askedOf,
  isTaken,
  type OfferedPicture,
  offeredOf,
  ordersOfPictures,
  withoutTwins,
} from './offered-pictures.ts';

/** Many pictures on their way: matched by their names, sent one after the other, then put to their styles by one batch. */
export function usePictureImport() {
  const wire = useWire();
  const command = useCommand<BulkOrdered>(tasks);
  const [list, setList] = useState<readonly OfferedPicture[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState<{ done: number; all: number; words: string } | null>(null);
  const [ordered, setOrdered] = useState<BulkOrdered | null>(null);
  const job = useRef<AbortController | null>(null);

  const take = async (files: readonly File[]) => {
    setProgress({ done: 0, all: 1, words: '正在读取' });
    const read = await offeredOf(files);
    const looked: OfferedPicture[] = [];
    const failed: string[] = [];
    for (let at = 0; at < read.list.length; at += pictureLimits.look) {
      setProgress({ done: at, all: read.list.length, words: '正在匹配' });
      const part = read.list.slice(at, at + pictureLimits.look);
      const sent = await wire.send(pictureCalls.check, { files: askedOf(part) });
      if (!sent.ok) failed.push(wordsOf(sent.failure));
      for (const [place, one] of part.entries()) {
        const match = sent.ok ? (sent.value.list[place] ?? null) : null;
        looked.push({ ...one, match, there: match?.there === true, words: one.words ?? match?.words ?? null });
      }
    }
    setList(withoutTwins(looked));
    setWrong([...read.words, ...failed]);
    setProgress(null);
  };

  /** Sends what is not there yet; answers the list as it is then. */
  const send = async (signal: AbortSignal): Promise<readonly OfferedPicture[]> => {
    let now = list.map((one) => (one.match?.words === null && !one.there ? { ...one, words: null } : one));
    const left = now.filter((one) => isTaken(one) && !one.there);
    for (const [place, one] of left.entries()) {
      if (signal.aborted) break;
      setProgress({ done: place, all: left.length, words: `正在上传 ${one.name}` });
      const sent = await sendPicture({ path: pictureCalls.upload.path, purpose: 'goods' }, await one.file(), {
        opId: newOpId(),
        signal,
      });
      const come = sent.ok ? { picture: sent.value.id, there: true } : { words: wordsOf(sent.failure) };
      if (!signal.aborted) now = now.map((other) => (other.id === one.id ? { ...other, ...come } : other));
      setList(now);
    }
    setProgress(null);
    return now;
  };

  const order = async (of: readonly OfferedPicture[]) => {
    const rows = ordersOfPictures(withoutTwins(of));
    if (rows.length === 0) return;
    const sent = await command.run(bulkCalls(picturedStyle).order, { type: picturedStyle.bulk?.type ?? 0, rows });
    if (sent.ok) setOrdered(sent.value);
    else setWrong([wordsOf(sent.failure)]);
  };

  return {
    list,
    wrong,
    progress,
    ordered,
    command,
    taken: list.filter(isTaken).length,
    left: list.filter((one) => isTaken(one) && !one.there).length,
    take,
    stop: () => job.current?.abort(),
    /** What cannot be sent now is named, and the rest waits for a word: nothing is left out unseen. */
    async begin() {
      job.current = new AbortController();
      const now = await send(job.current.signal);
      const failed = now.some(
        (one) => one.match?.words === null && !one.there && one.match.spu_id !== null && !one.match.placed,
      );
      if (!failed) await order(now);
    },
    finish: () => order(list),
    async retry() {
      const sent = await command.retry();
      if (sent.ok) setOrdered(sent.value);
    },
  };
}
