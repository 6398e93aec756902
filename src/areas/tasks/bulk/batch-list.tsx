import { toolBatch } from '#contract/areas/tasks/tool-batch.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** Changes of many records: how far they are and what came of them. */
export function Screen() {
  return (
    <ListPage
      definition={toolBatch}
      openAt={(row) => recordAddress(toolBatch.name, { id: row.id, no: String(row.batch_no) })}
    />
  );
}
