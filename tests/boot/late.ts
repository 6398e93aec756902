// With LATE_MS set, every answer of a test's server and every turn of React comes up to so many milliseconds late, so that a test
// which counts on a quick machine fails here and not on somebody's slow one: `npm run test:late`.
const most = Number(process.env['LATE_MS'] ?? 0);

if (most > 0 && typeof document !== 'undefined') {
  const at = () => (Math.random() < 0.5 ? 0 : Math.random() * most);
  const soon = globalThis.setImmediate;
  const later = globalThis.setTimeout;
  // The turns of React alone: the fake IndexedDB counts on setImmediate thousands of times in one test.
  const lateImmediate = (run: (...given: unknown[]) => void, ...given: unknown[]) =>
    run.name === 'performWorkUntilDeadline' ? later(() => soon(run), at()) : soon(run, ...given);
  Object.assign(globalThis, { setImmediate: Object.assign(lateImmediate, soon) });

  let asked = globalThis.fetch;
  Object.defineProperty(globalThis, 'fetch', {
    configurable: true,
    get: () => asked,
    set: (answer: typeof fetch) => {
      asked = async (...request) => {
        await new Promise((resolve) => later(resolve, at()));
        const answered = await answer(...request);
        await new Promise((resolve) => later(resolve, at()));
        return answered;
      };
    },
  });
}
