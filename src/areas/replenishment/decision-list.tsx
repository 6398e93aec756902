import { allotDecision } from '#contract/areas/replenishment/allot-decision.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { decisionAt } from './addresses.ts';
import { RunButton } from './run-button.tsx';

/** Decisions: confirmed as proposed many at once, each an allot, or looked at one by one. */
export function Screen() {
  return (
    <ListPage
      definition={allotDecision}
      openAt={(row) => decisionAt.detail(row.id)}
      slots={{ extra: () => <RunButton /> }}
    />
  );
}
