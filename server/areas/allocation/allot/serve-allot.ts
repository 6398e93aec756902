import { allot } from '#contract/areas/allocation/allot.ts';
import { allotState } from '#contract/areas/allocation/allot-enums.ts';
import { allotEnded } from '#contract/areas/allocation/allot-events.ts';
import { allotPrinting } from '#contract/areas/allocation/allot-printing.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { servePrinting } from '#server/kit/register-print.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { releaseCodes } from '#server/ledger/held-codes.ts';
import { unlockStock } from '#server/ledger/lock-stock.ts';
import { moveCartons } from '../out/cartons.ts';
import { endOut } from '../out/end-out.ts';
import { makeOut } from '../out/make-out.ts';
import { onlyAt } from '../sides.ts';
import { allotNamed, allotSource } from '../source-of.ts';
import { acceptAllot, guardAccept, someAreMissing } from './accept.ts';
import { settleAllot } from './hold.ts';
import { guardSend, sendAllot } from './send.ts';
import { guardSign, signAllot } from './sign.ts';

/** Allots: what is special about them (domain.md §4.15, P2, P8). */
export function serveAllot(kit: Kit): void {
  serveDocument(kit, allot, hooksOf(kit));
  servePrinting(kit, allotPrinting);
}

/** What another document asked for is that document's to change. */
function mayEdit(actor: Actor, document: Values): Refusal | undefined {
  if (document.source_type !== null)
    return new Refusal('forbidden', '由其他单据生成的调拨单不能修改，请取消后在来源单据重新生成');
  return onlyOwnOrSupervisor('修改')(actor, document);
}

const hooksOf = (kit: Kit): DocumentHooks<typeof allot> => ({
  after: (context, id, document) => settleAllot(kit, context, { ...document, id }),
  mayEdit,
  transitions: {
    check: { effect: (step) => checkAllot(kit, step) },
    send: { may: onlyAt('out_warehouse_id'), guard: guardSend, effect: (step) => sendAllot(kit, step) },
    accept: { may: mayAccept, guard: guardAccept, effect: (step) => acceptAllot(kit, step) },
    sign: { may: onlyAt('in_warehouse_id'), guard: guardSign, effect: (step) => signAllot(kit, step) },
    settle: { effect: async () => ({ transit_qty: 0 }) },
    cancel: { may: onlyOwnOrSupervisor('取消'), effect: (step) => cancelAllot(kit, step) },
  },
});

const mayAccept = (actor: Actor, document: LockedDocument<typeof allot>): Refusal | undefined =>
  onlyAt('in_warehouse_id')(actor, document) ?? someAreMissing(actor, document);

/** Whoever made it, or who judges allots, at either end (domain.md §4.15). */
const onlyOwnOrSupervisor =
  (what: string) =>
  (actor: Actor, { created_by }: Values): Refusal | undefined => {
    if (created_by === actor.id || actor.permissions.has('allot:check')) return undefined;
    return new Refusal('forbidden', `只能${what}自己的${allot.label}`);
  };

/** Passed, it is to be picked; rejected, it holds nothing any more. */
async function checkAllot(kit: Kit, step: Step<typeof allot>): Promise<Values> {
  if (step.rejects)
    await unlockStock({ db: step.context.db, policies: kit.policies }, allotSource(step.document), step.context);
  else await makeOut(kit, step);
  return { checked_at: step.context.now.toISOString() };
}

/** Nothing goes after all: the locks are let go, and what was packed is unpacked. */
async function cancelAllot({ registry, policies }: Kit, { context, document }: Step<typeof allot>): Promise<undefined> {
  if (document.status === allotState.toSend) {
    await endOut(registry, context, { allotId: document.id, step: 'cancel' });
    await moveCartons(registry, context, { allotId: document.id, step: 'unpack' });
  }
  const { db, now, opId, actor } = context;
  const source = allotSource(document);
  await unlockStock({ db, policies }, source, context);
  await releaseCodes(db, { source, happenedAt: now.toISOString(), opId, adminId: actor.id });
  await registry.events.emit(context, allotEnded, { ...allotNamed(document), status: allotState.cancelled });
  return undefined;
}
