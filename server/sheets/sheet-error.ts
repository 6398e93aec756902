import type { Said } from './said.ts';

/** A file that is no sheet, or one that cannot be trusted. Nothing of it has been taken. */
export class SheetError extends Error {
  readonly said: Said;

  constructor(said: Said) {
    super(said.en);
    this.name = 'SheetError';
    this.said = said;
  }
}
