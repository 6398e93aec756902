import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router-dom';

/** While this stands, the browser's 返回 does this instead of leaving the screen. */
export function useBackCloses(onBack: () => void): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP');
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    back();
  }, [blocker]);
}
