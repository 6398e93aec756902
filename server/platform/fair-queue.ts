import { Refusal } from '#contract/kit/errors.ts';

export interface FairQueueLimits {
  /** Works that run at once, whoever asks; without it only `each` limits. */
  readonly atOnce?: number;
  /** Works of one person that run at once. */
  readonly each: number;
  /** Works of one person that wait besides. */
  readonly waitingEach: number;
  /** What is told of one more. */
  readonly words: string;
}

/** A place among the works that run. */
export interface QueueTurn {
  /** The work is done: somebody else may begin. What came of it still counts as the person's. */
  rest(): void;
  /** And what came of it is gone too. */
  leave(): void;
}

/**
 * Shares a work out among people: some run at once, some of each person; whoever waits is served in rounds, one work of each
 * person after the other, so that many works of one hold up one work of another by no more than one. In this process.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #waiting = new Map<number, (() => void)[]>();
  readonly #held = new Map<number, number>();
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Runs `work` in this person's turn; refuses (`tooMany`) whoever has too much waiting already. */
  async run<T>(person: number, work: () => Promise<T>): Promise<T> {
    const turn = await this.take(person);
    try {
      return await work();
    } finally {
      turn.leave();
    }
  }

  /** The same for a work that ends elsewhere: the caller must `leave`. */
  async take(person: number): Promise<QueueTurn> {
    const waiting = this.#waiting.get(person) ?? [];
    if (this.#mayRun(person)) this.#start(person);
    else if (waiting.length >= this.#limits.waitingEach && !this.#mayWaitForOthers(person, waiting.length))
      throw new Refusal('tooMany', this.#limits.words);
    else await this.#wait(person, waiting);
    return this.#turnOf(person);
  }

  #turnOf(person: number): QueueTurn {
    let [running, held] = [true, true];
    const rest = (): void => {
      if (!running) return;
      running = false;
      this.#running -= 1;
      this.#next();
    };
    const leave = (): void => {
      rest();
      if (!held) return;
      held = false;
      const left = (this.#held.get(person) ?? 1) - 1;
      if (left > 0) this.#held.set(person, left);
      else this.#held.delete(person);
      this.#next();
    };
    return { rest, leave };
  }

  #mayRun(person: number): boolean {
    return (
      this.#running < (this.#limits.atOnce ?? Number.POSITIVE_INFINITY) && this.#heldBy(person) < this.#limits.each
    );
  }

  // One's own places are free and only others are before one: that is no fault of this person.
  #mayWaitForOthers(person: number, waiting: number): boolean {
    return this.#heldBy(person) + waiting < this.#limits.each;
  }

  #heldBy(person: number): number {
    return this.#held.get(person) ?? 0;
  }

  #start(person: number): void {
    this.#running += 1;
    this.#held.set(person, this.#heldBy(person) + 1);
  }

  async #wait(person: number, waiting: (() => void)[]): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.set(person, [...waiting, resolve]);
    });
  }

  #next(): void {
    for (const [person, [first, ...others]] of this.#waiting) {
      if (!first || !this.#mayRun(person)) continue;
      // Put in again at the end: whoever has been served comes after everybody else.
      this.#waiting.delete(person);
      if (others.length > 0) this.#waiting.set(person, others);
      this.#start(person);
      first();
    }
  }
}
