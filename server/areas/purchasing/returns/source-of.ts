import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import type { LockedDocument } from '#server/kit/step.ts';
import type { Source } from '#server/ledger/posting.ts';

/** A return as the ledger names it. */
export const returnSource = (document: Pick<LockedDocument<typeof backOrder>, 'id' | 'back_no'>): Source => ({
  docType: backOrder.name,
  docId: document.id,
  docNo: document.back_no,
});

/** An imperfect record as the ledger names it. */
export const imperfectSource = (
  document: Pick<LockedDocument<typeof imperfectRecord>, 'id' | 'imperfect_no'>,
): Source => ({
  docType: imperfectRecord.name,
  docId: document.id,
  docNo: document.imperfect_no,
});
