import { useEffect, useState } from 'react';
import { toast } from '#src/kit/notice.ts';
import { loadPart, missingWords } from '../routing/stale-chunk.ts';

/**
 * A part of the shell that is read when it is first wanted; null until it is there. `failed` is called, after words to
 * the person, where it cannot be had now. `load` and `failed` are the same functions from one drawing to the next.
 */
export function useLatePart<T extends object>(wanted: boolean, load: () => Promise<T>, failed: () => void): T | null {
  const [part, setPart] = useState<T | null>(null);
  useEffect(() => {
    if (!wanted || part) return;
    loadPart(load).then(setPart, (problem: unknown) => {
      failed();
      toast(missingWords(problem));
    });
  }, [wanted, part, load, failed]);
  return part;
}
