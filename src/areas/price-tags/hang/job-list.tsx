import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { jobAt } from '../addresses.ts';

const JobForm = lazy(async () => ({ default: (await import('./job-form.tsx')).JobForm }));
const JobBench = lazy(async () => ({ default: (await import('./job-bench.tsx')).JobBench }));

/** Jobs of hang tags on one route: the list, with `new` the form, with `id` the bench of one. */
export function Screen() {
  const id = useRecordId();
  const isNew = useSearchParams()[0].has('new');
  if (id === undefined && !isNew)
    return (
      <ListPage definition={hangTagJob} title="吊牌制作" newAt={jobAt.fresh} openAt={(row) => jobAt.bench(row.id)} />
    );
  return (
    <Suspense fallback={<LoadingFace />}>{id === undefined ? <JobForm /> : <JobBench key={id} id={id} />}</Suspense>
  );
}
