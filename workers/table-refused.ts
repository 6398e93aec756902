/** Takes one row; false when no more are wanted. */
export type OnRow = (row: readonly string[]) => boolean;

/** Why a file cannot be shown: it is no table we can read, or it unpacks to more than a browser should hold. */
export type TableProblem = 'unreadable' | 'tooLarge';

/** A file that is not read further. */
export class TableRefused extends Error {
  override readonly name = 'TableRefused';
  readonly problem: TableProblem;

  constructor(problem: TableProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}
