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
