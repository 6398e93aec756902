import { allot } from '#contract/areas/allocation/allot.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument, type SourceDocument } from '#server/kit/create-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { settleAllot } from './hold.ts';

/** An allot as another document asks for it. */
export interface AskedAllot {
  readonly allot_type: number;
  /** allot_source of domain.md §2. */
  readonly source: number;
  readonly out_warehouse_id: number;
  readonly in_warehouse_id: number;
  readonly expect_date?: string | null;
  readonly remark?: string | null;
  readonly lines: readonly {
    readonly sku_id: number;
    readonly imperfect_type?: number;
    readonly qty: number;
    /** Line of what it is made from. */
    readonly source_line_id?: number | null;
  }[];
}

/**
 * Makes an allot from the effect of another document, in the running transaction: in 待审核, with its goods locked at the sender, as one
 * that a person writes. Refuses as that does. Several are made in the order of their sender, so that locks keep their one order.
 */
export async function makeAllot(
  kit: Pick<Kit, 'numbers' | 'policies' | 'registry'>,
  context: WriteContext,
  { asked: { lines, ...values }, from }: { asked: AskedAllot; from: SourceDocument },
): Promise<Saved> {
  if (values.out_warehouse_id === values.in_warehouse_id)
    throw new Refusal('invalid', '调入仓不能与调出仓相同', 'in_warehouse_id');
  const saved = await createDocument(kit, context, {
    definition: allot,
    values: { ...values },
    lines: lines.map((line) => ({ ...line })),
    source: from,
  });
  await settleAllot(kit, context, { ...values, id: saved.id, allot_no: saved.no ?? '' });
  return saved;
}
