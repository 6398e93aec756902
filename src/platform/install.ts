// What of the browser's offer to install is used; the DOM's own types do not know it.
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's offer to install until a person is at leisure. Call once, early: the offer comes once. */
export function watchInstall({ installed }: { installed(): void }): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Its own banner would come in the middle of a count.
    event.preventDefault();
    change(event as InstallOffer);
  });
  addEventListener('appinstalled', () => {
    change(null);
    installed();
  });
}

/** Whether the application can be installed now. */
export const installable = {
  get: (): boolean => offer !== null,
  subscribe(changed: () => void): () => void {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};

/** Asks the browser to install; must come from a press. False where the person would rather not, or nothing is offered. */
export async function install(): Promise<boolean> {
  const asked = offer;
  // It can be used once.
  change(null);
  return (await asked?.prompt())?.outcome === 'accepted';
}

function change(to: InstallOffer | null): void {
  offer = to;
  for (const changed of listeners) changed();
}
