import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { factNames } from '#src/kit/desk/detail/facts.tsx';

/** What a difference says of itself. */
export const diffFacts = factNames(allotDiff);

/** Of its lines: what was sent, signed for and is said by both ends, and what became of it. */
export const diffColumns = [
  'sku_id',
  'imperfect_type',
  'send_qty',
  'sign_qty',
  'diff_qty',
  'diff_type',
  'out_say_qty',
  'in_say_qty',
  'decide_type',
  'diff_amount',
];
