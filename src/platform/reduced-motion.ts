/** Does the person want nothing on the screen to move? */
export function wantsStillness(): boolean {
  return wish().matches;
}

/** Tells when that changes in the system's settings; the answer ends it. */
export function onStillness(tell: () => void): () => void {
  const asked = wish();
  asked.addEventListener('change', tell);
  return () => asked.removeEventListener('change', tell);
}

function wish(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)');
}
