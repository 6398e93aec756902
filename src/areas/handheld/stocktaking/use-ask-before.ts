import { useRef, useState } from 'react';
import { toast } from '#src/kit/hand/toast.ts';
import { sound } from '#src/platform/sound.ts';

/** The question whether counting goes on in a zone that its counter has handed back, and what waits for its answer. */
export interface GoingOn {
  /** Lets counting go on at once, or once the question is answered. */
  guarded(run: () => void): void;
  /** How many deeds wait for the answer; 0 when nothing is asked. */
  waiting: number;
  answer(yes: boolean): void;
}

/**
 * Lets counting go on at once, or, in a zone that its counter has handed back, asks first: another count takes that back
 * (amendments A). What is scanned while the question stands waits for the same answer, in its order.
 */
export function useAskBefore(handedBack: boolean): GoingOn {
  const held = useRef<(() => void)[]>([]);
  const [waiting, setWaiting] = useState(0);
  return {
    waiting,
    guarded(run) {
      if (!handedBack && held.current.length === 0) return run();
      held.current.push(run);
      setWaiting(held.current.length);
      sound('unknown');
    },
    answer(yes) {
      const runs = held.current;
      held.current = [];
      setWaiting(0);
      if (yes) for (const one of runs) one();
      else toast(`${runs.length} 次未计入`);
    },
  };
}
