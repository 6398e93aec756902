import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { allotOutPrinting } from '#contract/areas/allocation/allot-out-printing.ts';
import { servePrinting } from '#server/kit/register-print.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks } from '#server/kit/step.ts';
import { onlyAt } from '../sides.ts';
import { guardPack, packCartons } from './pack.ts';
import { guardPick, statePicked } from './pick.ts';

/** The sender's part of allots and its cartons: what is special about them (domain.md §4.15). */
export function serveOut(kit: Kit): void {
  serveDocument(kit, allotOut, hooksOf(kit));
  servePrinting(kit, allotOutPrinting);
  serveDocument(kit, allotCarton);
}

const hooksOf = (kit: Kit): DocumentHooks<typeof allotOut> => ({
  transitions: {
    pick: { may: onlyAt('out_warehouse_id'), guard: guardPick, effect: (step) => statePicked(kit, step) },
    pack: { may: onlyAt('out_warehouse_id'), guard: guardPack, effect: (step) => packCartons(kit, step) },
  },
});
