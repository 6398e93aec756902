/** What became of an act, with the act, so that it can be tried again. */
export interface Outcome<Act> {
  word: string;
  /** Why it is not kept; `held`: one before it is not, and it stands behind that. */
  why?: 'full' | 'broken' | 'too_long' | 'held';
  act: Act;
}

/** One act after the other, in the order in which they were made. */
export interface ActionQueue<Act, Result extends Outcome<Act>> {
  /** Takes an act at the end of the line; resolves to what became of it. */
  act(act: Act): Promise<Result>;
  /** Tries what was not kept, and what stands behind it, once more in its order; stops again at the first that is not kept. */
  again(): Promise<void>;
  /** Leaves out what somebody has read to be lost; what came since stays in the line. */
  drop(read: readonly Result[]): Promise<void>;
}

export interface ActionQueueParts<Act, Result extends Outcome<Act>> {
  /** Does an act; resolves to what became of it. */
  run(act: Act): Promise<Result>;
  /** What becomes of an act that is not done because one before it was not kept. */
  hold(act: Act): Result;
  /** Told of every result, in order. */
  tell(result: Result): void;
  /** Told what the line holds, oldest first, whenever that changes: it stands until this is empty. */
  stop(line: readonly Result[]): void;
  /** Takes faults of ours. */
  report(problem: unknown): void;
}

/**
 * Makes the line. What was not kept stops it: a total that is tried again after scans that came later would replace them
 * (decision 0012).
 */
export function createActionQueue<Act, Result extends Outcome<Act>>(
  parts: ActionQueueParts<Act, Result>,
): ActionQueue<Act, Result> {
  let turn: Promise<unknown> = Promise.resolve();
  let held: readonly Result[] = [];

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(parts.report);
    return done;
  }
  // A screen that fails to show something must not keep the next scan from the disk.
  function show(what: () => void): void {
    try {
      what();
    } catch (problem) {
      parts.report(problem);
    }
  }
  function hold(results: readonly Result[]): void {
    held = results;
    show(() => parts.stop(results));
  }
  async function next(act: Act): Promise<Result> {
    const result = held.length > 0 ? parts.hold(act) : await parts.run(act);
    show(() => parts.tell(result));
    if (stops(result)) hold([...held, result]);
    return result;
  }

  return {
    act: (act) => inTurn(() => next(act)),
    again: () =>
      inTurn(async () => {
        const line = held;
        hold([]);
        for (const { act } of line) await next(act);
      }),
    drop: (read) => inTurn(async () => hold(held.filter((result) => !read.includes(result)))),
  };
}

/** What could be kept when it is tried again; a code that is too long never can. */
function stops({ word, why }: Outcome<unknown>): boolean {
  return word === 'not_saved' && why !== 'too_long';
}
