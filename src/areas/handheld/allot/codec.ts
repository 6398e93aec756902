import { type AllotEnd, type AllotSheet, allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import { piecesCodec } from '../bench/codec.ts';
import type { AllotPayload } from './entry.ts';
import { summaryAt } from './summary.ts';

const codecAt = (end: AllotEnd, kind: string) =>
  piecesCodec<AllotPayload, AllotSheet>({
    kind,
    entries: allotEntryCalls[end].entries,
    report: allotEntryCalls[end].report,
    summary: summaryAt(end),
  });

/** How work on allots is kept and sent: one stream for each end of an allot, its document the downloaded one. */
export const allotOut = codecAt('out', 'allotOut');
export const allotInto = codecAt('into', 'allotInto');
