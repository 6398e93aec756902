import type { Fields } from './field.ts';
import { integer } from './kinds/number.ts';
import { text } from './kinds/text.ts';

/** Fields of a document that is made from others: which one it comes from. Set by the house only (design §12). */
export const sourceFields = {
  source_type: text('来源单据', { derived: true, internal: true }),
  source_id: integer('来源单据ID', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
  source_no: text('来源单号', { derived: true }),
} satisfies Fields;

/** The same of a line: which line of the source it takes from. */
export const sourceLineFields = {
  source_line_id: integer('来源明细ID', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
} satisfies Fields;
