import { allot } from '#contract/areas/allocation/allot.ts';
import type { AllotNamed } from '#contract/areas/allocation/allot-events.ts';
import type { LockedDocument } from '#server/kit/step.ts';
import type { Source } from '#server/ledger/posting.ts';

type Row<K extends keyof LockedDocument<typeof allot>> = Readonly<Pick<LockedDocument<typeof allot>, K>>;

/** An allot as the ledger names it: whatever moves of it, differences too, moves in its name. */
export const allotSource = (document: Row<'id' | 'allot_no'>): Source => ({
  docType: allot.name,
  docId: document.id,
  docNo: document.allot_no,
});

/** An allot as events name it. */
export const allotNamed = (
  document: Row<'id' | 'allot_no' | 'out_warehouse_id' | 'in_warehouse_id' | 'source_type' | 'source_id'>,
): AllotNamed => ({
  allot_id: document.id,
  allot_no: document.allot_no,
  out_warehouse_id: document.out_warehouse_id,
  in_warehouse_id: document.in_warehouse_id,
  source_type: document.source_type,
  source_id: document.source_id,
});
