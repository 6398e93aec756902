import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { allotOutPrinting } from '#contract/areas/allocation/allot-out-printing.ts';
import type { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { servePrinting } from '#server/kit/register-print.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, Standing } from '#server/kit/step.ts';
import { isAt, otherEnd } from '../sides.ts';
import { guardPack, packCartons } from './pack.ts';
import { guardPick, pickGoods } from './pick.ts';

/** The sender's part of allots and its cartons: what is special about them (domain.md §4.15). */
export function serveOut(kit: Kit): void {
  serveDocument(kit, allotOut, hooksOf(kit));
  servePrinting(kit, allotOutPrinting);
  serveDocument(kit, allotCarton);
}

const hooksOf = (kit: Kit): DocumentHooks => ({
  transitions: {
    pick: { may: atSender, guard: guardPick, effect: (step) => pickGoods(kit, step) },
    pack: { may: atSender, guard: guardPack, effect: (step) => packCartons(kit, step) },
  },
});

const atSender = (actor: Actor, { warehouse_id }: Standing): Refusal | undefined =>
  isAt(actor, warehouse_id) ? undefined : otherEnd('out_warehouse_id');
