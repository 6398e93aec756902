import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { imperfectAt } from '../addresses.ts';

/** Imperfect goods: registered, judged in batches, dealt with one by one. */
export function Screen() {
  return (
    <ListPage
      definition={imperfectRecord}
      title="残次品管理"
      newAt={imperfectAt.fresh}
      openAt={(row) => imperfectAt.detail(row.id)}
    />
  );
}
