/** Tells codes that are held before a camera apart from those that only flew by. */
export interface Settled {
  /** Takes what one picture showed, at `now` in milliseconds; answers what has been read with it. */
  see(codes: readonly string[], now: number): string[];
}

/**
 * One picture in a hundred is misread, hardly ever twice in the same way: a code is read once two pictures in a row show it. It is read again
 * when it was away for `away` milliseconds, so that a piece held still counts once and the next one of its kind counts too. Pure but for its memory.
 */
export function createSettled(away = 1_200): Settled {
  let before: ReadonlySet<string> = new Set();
  const read = new Map<string, number>();
  return {
    see(codes, now) {
      for (const [code, seen] of read) if (now - seen >= away) read.delete(code);
      const shown = new Set(codes);
      const fresh = [...shown].filter((code) => before.has(code) && !read.has(code));
      for (const code of shown) if (read.has(code) || before.has(code)) read.set(code, now);
      before = shown;
      return fresh;
    },
  };
}
