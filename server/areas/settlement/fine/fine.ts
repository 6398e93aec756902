import { fineProposed } from '#contract/areas/purchasing/purchase-events.ts';
import { fine } from '#contract/areas/settlement/fine.ts';
import { settleItemType } from '#contract/areas/settlement/settle-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import type { MoneySource } from '#server/ledger/money/post-money.ts';
import { addSettleItems, voidItems } from '#server/ledger/money/settle-items.ts';
import { coModelOf } from '../suppliers.ts';

/** Fines: what is special about them (domain.md §4.11). */
export function serveFines(kit: Kit): void {
  serveDocument(kit, fine, {
    transitions: {
      submit: { guard: guardAmount },
      audit: { effect: (step) => owe(step) },
      enter: { effect: async ({ input }) => ({ statement_id: input.statement_id }) },
      leave: { effect: async () => ({ statement_id: null }) },
      cancel: { effect: (step) => forgive(step) },
    },
  });
}

/** Makes fines of what other areas propose. */
export function makeProposedFines(kit: Pick<Kit, 'registry' | 'numbers'>): void {
  kit.registry.events.on(fineProposed, async (context, proposed) => {
    const { source_type, source_id, source_no, submitted, amount, parts: _parts, ...values } = proposed;
    await createDocument(kit, context, {
      definition: fine,
      values: { ...values, amount },
      // What nobody has put a figure on cannot be judged.
      status: submitted && amount > 0 ? 1 : 0,
      source: { definition: { name: source_type }, id: source_id, no: source_no },
    });
  });
}

const sourceOf = (document: LockedDocument<typeof fine>): MoneySource => ({
  docType: fine.name,
  docId: document.id,
  docNo: document.fine_no,
});

async function guardAmount({ document }: Step<typeof fine>): Promise<void> {
  if (Number(document.amount) <= 0) throw new Refusal('invalid', '罚款金额应大于 0', 'amount');
}

/** A fine that was passed is deducted by his next statement. */
async function owe({ context, document, rejects }: Step<typeof fine>): Promise<undefined> {
  if (rejects) return undefined;
  const supplierId = document.supplier_id;
  await addSettleItems(context, sourceOf(document), [
    {
      supplierId,
      coModel: await coModelOf(context, supplierId),
      itemType: settleItemType.fine,
      occurDate: businessDay(context.now),
      amount: -Number(document.amount),
    },
  ]);
  return undefined;
}

async function forgive({ context, document }: Step<typeof fine>): Promise<undefined> {
  await voidItems(context, sourceOf(document));
  return undefined;
}
