import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Source } from '#server/ledger/posting.ts';

type SourceRow = Values & { readonly id: number };

/** A return as the ledger names it. */
export const returnSource = (document: SourceRow): Source => ({
  docType: backOrder.name,
  docId: document.id,
  docNo: document.back_no as string,
});

/** An imperfect record as the ledger names it. */
export const imperfectSource = (document: SourceRow): Source => ({
  docType: imperfectRecord.name,
  docId: document.id,
  docNo: document.imperfect_no as string,
});
