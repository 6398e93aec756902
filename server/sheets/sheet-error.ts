import type { BilingualMessage } from './bilingual-message.ts';

/** A file that is no sheet, or one that cannot be trusted. Nothing of it has been taken. */
export class SheetError extends Error {
  readonly said: BilingualMessage;

  constructor(said: BilingualMessage) {
    super(said.en);
    this.name = 'SheetError';
    this.said = said;
  }
}

/** A workbook whose parts do not fit together. */
export const damaged = (): SheetError =>
  new SheetError({ en: 'the workbook is damaged', zh: '工作簿已损坏，无法读取' });
