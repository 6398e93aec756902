/**
 * Keeps the screen on while counting; the answer lets it go again. The browser takes the lock away whenever the page is
 * hidden, so it is asked for anew when it is seen again. Where there is none, the screen goes off as usual.
 */
export function keepAwake(): () => void {
  const wakeLock = navigator.wakeLock as WakeLock | undefined;
  if (!wakeLock) return () => {};
  let held: WakeLockSentinel | null = null;
  let over = false;
  const take = async () => {
    if (over || document.visibilityState !== 'visible' || (held && !held.released)) return;
    try {
      held = await wakeLock.request('screen');
    } catch {
      // Refused (battery saver): counting goes on, the next time the page is seen we ask again.
      held = null;
    }
    if (over) await held?.release();
  };
  const look = () => void take();
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', look);
    void held?.release();
  };
}
