import { allot } from '#contract/areas/allocation/allot.ts';
import type { AllotNamed } from '#contract/areas/allocation/allot-events.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Source } from '#server/ledger/posting.ts';

type SourceRow = Values & { readonly id: number };

/** An allot as the ledger names it: whatever moves of it, differences too, moves in its name. */
export const allotSource = (document: SourceRow): Source => ({
  docType: allot.name,
  docId: document.id,
  docNo: document.allot_no as string,
});

/** An allot as events name it. */
export const allotNamed = (document: SourceRow): AllotNamed => ({
  allot_id: document.id,
  allot_no: document.allot_no as string,
  out_warehouse_id: document.out_warehouse_id as number,
  in_warehouse_id: document.in_warehouse_id as number,
  source_type: (document.source_type as string | null) ?? null,
  source_id: (document.source_id as number | null) ?? null,
});
