import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks } from '#server/kit/step.ts';
import { closeDiff, decideDiff, guardDecide } from './decide.ts';
import { statementAuthorsOf } from './statement-authors.ts';
import { askAgain, keepCounts, maySpeak, tellStatement } from './statements.ts';

/** Differences of allots: what is special about them (domain.md §4.16, P7). */
export function serveDiff(kit: Kit): void {
  serveDocument(kit, allotDiff, hooksOf(kit));
}

const hooksOf = (kit: Kit): DocumentHooks<typeof allotDiff> => ({
  transitions: {
    deal: { may: maySpeak, prepare: tellStatement, effect: keepCounts },
    audit: { participants: statementAuthorsOf, effect: askAgain },
    decide: { participants: statementAuthorsOf, guard: guardDecide, effect: (step) => decideDiff(kit, step) },
    close: { participants: statementAuthorsOf, effect: (step) => closeDiff(kit, step) },
  },
});
