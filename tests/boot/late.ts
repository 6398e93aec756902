// With LATE_MS set, every answer of a test's server, every turn of React and every timer comes up to so many milliseconds late,
// and now and then a step of the device's store, so that a test which counts on a quick machine fails here and not on somebody's slow one:
// `npm run test:late`.
import { afterAll } from 'vitest';

const most = Number(process.env['LATE_MS'] ?? 0);

if (most > 0) {
  // From next to nothing up to all of it: some faults show only where the lateness is about as long as the work.
  const at = () => Math.random() ** 4 * most;
  const soon = globalThis.setImmediate;
  const later = globalThis.setTimeout;
  // The store takes thousands of steps in one test: few of them are late, and by less.
  const storeAt = () => (Math.random() < 0.95 ? 0 : (Math.random() * most) / 10);
  const lateImmediate = (run: (...given: unknown[]) => void, ...given: unknown[]) => {
    const wait = run.name === 'performWorkUntilDeadline' ? at() : storeAt();
    return wait > 0 ? later(() => soon(run, ...given), wait) : soon(run, ...given);
  };
  const lateTimeout = (run: () => void, wait = 0, ...given: []) => later(run, wait + at(), ...given);
  // What is late at the end of a file still finds its document there.
  afterAll(() => new Promise((resolve) => later(resolve, most)));
  Object.assign(globalThis, {
    setImmediate: Object.assign(lateImmediate, soon),
    setTimeout: Object.assign(lateTimeout, later),
  });

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
