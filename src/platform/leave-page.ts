let released = false;

/** Has the browser ask before this page is closed or loaded anew. The answer takes that back. */
export function guardPage(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (!released) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}

/** Lets this page go past its guards, for whoever has asked already or leaves nothing to decide. It has to go then. */
export function releasePage(): void {
  released = true;
}

/** Tells when this page may be about to go: it is hidden, or being closed. The answer stops that. */
export function onLeaving(leaving: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden') leaving();
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('pagehide', leaving);
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pagehide', leaving);
  };
}
