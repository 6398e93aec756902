import { imperfectDeal } from '#contract/areas/purchasing/imperfect-deal.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument } from '#server/kit/step.ts';
import { dealImperfect, guardDeal, tellDeal } from './deal.ts';
import { guardNaming, nameCodes } from './imperfect-pieces.ts';
import { holdImperfect, judgeImperfect, letGoOfImperfect } from './register.ts';
import { scrapAudit } from './scrap.ts';
import { serveReports } from './serve-reports.ts';
import { tellGivenBack } from './undo-deals.ts';

/** Imperfect goods: what is special about them (domain.md §4.12, P5, P8, P9). */
export function serveImperfect(kit: Kit): void {
  serveDocument(kit, imperfectRecord, hooksOf(kit));
  serveEntity(kit, imperfectDeal);
  serveReports(kit);
}

const hooksOf = (kit: Kit): DocumentHooks<typeof imperfectRecord> => ({
  after: (context, id, values) => holdImperfect(kit, context, { ...values, id }),
  transitions: {
    audit: { effect: (step) => judgeImperfect(kit, step) },
    nameCodes: { guard: guardNaming, effect: nameCodes },
    deal: {
      prepare: (_context, document, _rejects, input) => tellDeal(document, input),
      guard: guardDeal,
      effect: (step) => dealImperfect(kit, step),
    },
    firstScrapAudit: scrapAudit(kit),
    scrapAudit: scrapAudit(kit),
    giveBack: { prepare: tellGivenBack },
    cancel: { may: onlyOwnOrJudge, effect: (step) => letGoOfImperfect(kit, step) },
  },
});

/** Whoever registered it may void it; another person's needs the key of those who judge it (domain.md §4.12). */
function onlyOwnOrJudge(actor: Actor, { created_by }: LockedDocument<typeof imperfectRecord>): Refusal | undefined {
  if (created_by === actor.id || actor.permissions.has('stock:imperfectAudit')) return undefined;
  return new Refusal('forbidden', '只能作废自己登记的残次单');
}
