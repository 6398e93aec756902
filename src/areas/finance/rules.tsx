import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRecordId } from '#src/engine/use-address.ts';
import { LoadingFace } from '#src/kit/desk/faces.tsx';

// None of them is in what everybody begins with.
const RuleList = lazy(async () => ({ default: (await import('./rule-list.tsx')).RuleList }));
const RuleChangeList = lazy(async () => ({ default: (await import('./rule-list.tsx')).RuleChangeList }));
const Rule = lazy(async () => ({ default: (await import('./rule.tsx')).Rule }));
const RuleChange = lazy(async () => ({ default: (await import('./rule-change.tsx')).RuleChange }));

/**
 * The rules of vouchers and how they are changed, on one route: one rule by `id`, the changes of all of them by `changes`, one of them by its `id`
 * besides, a new one for a rule by `rule`.
 */
export function Screen() {
  return (
    <Suspense fallback={<LoadingFace />}>
      <Part />
    </Suspense>
  );
}

function Part() {
  const [id, rule] = [useRecordId(), useRecordId('rule')];
  const changes = useSearchParams()[0].has('changes');
  if (rule !== undefined) return <RuleChange id={undefined} rule={rule} />;
  if (id === undefined) return changes ? <RuleChangeList /> : <RuleList />;
  return changes ? <RuleChange key={id} id={id} rule={undefined} /> : <Rule key={id} id={id} />;
}
