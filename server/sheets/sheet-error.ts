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

/** A text of UTF-16 that does not say so by a mark. */
export const bareUtf16 = (): SheetError =>
  new SheetError({
    en: 'UTF-16 without a byte order mark: save it as CSV UTF-8, or as .xlsx',
    zh: '文件是没有字节序标记的 UTF-16 文本：请另存为“CSV UTF-8（逗号分隔）”或 .xlsx',
  });
