/** Lets a progress through ten times a second at most: each costs the page a message, and no eye sees more. */
export function throttled<A extends readonly unknown[]>(tell: (...args: A) => void): (...args: A) => void {
  let last = 0;
  return (...args) => {
    const now = performance.now();
    if (now - last < between) return;
    last = now;
    tell(...args);
  };
}

const between = 100;
