import type { Local } from '#src/local/index.ts';
import { askToPersist } from '#src/platform/device.ts';
import { onNetworkChange, onVisible } from '#src/platform/online.ts';

let started = false;

/** Sends what waits whenever the network or the page comes back (design §6). Does nothing the second time. */
export function startSending(local: Local): void {
  if (started) return;
  started = true;
  onNetworkChange((online) => {
    if (online) void local.sync.kick('online');
  });
  onVisible(() => void local.sync.kick('visible'));
  void Promise.all([askToPersist(), local.outbox.prune()]).catch(reportError);
}
