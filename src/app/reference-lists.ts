import { freshenReferenceLists, keepReferenceLists } from '#src/engine/reference-lists.ts';
import { onNetworkChange, onVisible } from '#src/platform/online.ts';
import { whenIdle } from './idle.ts';
import type { Services } from './services.ts';
import { useSession } from './session/sign-in-state.ts';

/**
 * Keeps the lists of suppliers, staff, brands and categories on this device (specification §7, design §6): brought when
 * the page has nothing better to do, now and after each sign-in, and again when they are gone or older than 36000 s. Not in the
 * warehouse mode, which offers none of them and has the worst radio. Call it once.
 */
export function startReferenceLists(services: Pick<Services, 'wire' | 'local'>): void {
  keepReferenceLists(services);
  freshenSoon();
  useSession.subscribe(({ session }, { session: before }) => {
    if (session && session.uid !== before?.uid) freshenSoon();
  });
  onNetworkChange((online) => {
    if (online) freshenSoon();
  });
  onVisible(freshenSoon);
  setInterval(freshenSoon, everySoOften);
}

/** How often it is seen to that the lists are there. Milliseconds; asks the server for those only that are missing or old. */
const everySoOften = 600_000;

let freshening = false;

function freshenSoon(): void {
  if (location.pathname === '/hand' || location.pathname.startsWith('/hand/')) return;
  whenIdle(() => {
    if (freshening) return;
    freshening = true;
    freshenReferenceLists()
      // Without databases this device keeps nothing; the office works all the same.
      .catch(reportError)
      .finally(() => {
        freshening = false;
      });
  });
}
