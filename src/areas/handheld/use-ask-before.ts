import { useCallback, useRef } from 'react';
import { toast } from '#src/kit/hand/toast.ts';
import { ask } from '#src/kit/notice.ts';
import { sound } from '#src/platform/sound.ts';

/**
 * Lets counting go on at once, or, in a zone that its counter has handed back, asks first: another count takes that back
 * (amendments A). What is scanned while the question stands waits for the same answer, in its order.
 */
export function useAskBefore(handedBack: boolean, zoneName: string): (run: () => void) => void {
  const waiting = useRef<(() => void)[]>([]);
  return useCallback(
    (run) => {
      if (!handedBack && waiting.current.length === 0) {
        run();
        return;
      }
      waiting.current.push(run);
      sound('unknown');
      if (waiting.current.length > 1) return;
      void ask(`${zoneName} 已交回。继续盘点会收回交回，盘完后要再交回一次。`, {
        title: '继续盘点本区？',
        confirm: '继续盘点',
        cancel: '不盘',
      }).then((yes) => {
        const runs = waiting.current;
        waiting.current = [];
        if (yes) for (const one of runs) one();
        else toast(`${runs.length} 次未计入`);
      });
    },
    [handedBack, zoneName],
  );
}
