import { allot } from '#contract/areas/allocation/allot.ts';
import { allotDecision } from '#contract/areas/replenishment/allot-decision.ts';
import { decisionType } from '#contract/areas/replenishment/rule-enums.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { factNames } from '#src/kit/desk/detail/facts.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';

/** One decision: what is proposed and why, confirmed line by line; or what was ruled of a difference. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={allotDecision.label} />;
  return (
    <DetailPage
      key={id}
      definition={allotDecision}
      id={id}
      linesFirst
      names={facts}
      slots={{
        tabs: ({ decision_type: type, decision_no: no }) =>
          type === decisionType.proposal
            ? [
                {
                  key: 'allots',
                  label: allot.label,
                  children: <FixedList definition={allot} fixed={{ source_no: [String(no)] }} leads height={300} />,
                },
              ]
            : [],
      }}
    />
  );
}

/** The difference that was ruled on is named by its number alone. */
const facts = factNames(allotDecision).filter((name) => name !== 'source_type' && name !== 'source_id');
