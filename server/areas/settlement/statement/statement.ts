import { sql } from 'kysely';
import { negativeWay, statementState } from '#contract/areas/settlement/settle-enums.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { refuseUnattached } from '#server/kit/refuse-unattached.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { participantsOfBills } from '../bill-participants.ts';
import { confirmStatement, guardReverse, refusePaying, reverseStatement, settle, unsettle } from './confirm.ts';
import { holdLines, release } from './hold-lines.ts';
import { sumUpStatement } from './sum-up.ts';

/** Statements: what is special about them (domain.md §4.24). */
export function serveStatement(kit: Kit): void {
  const { registry } = kit;
  serveDocument(kit, statement, {
    async after(context, id, values) {
      await holdLines(kit, context, id, values);
      await sumUpStatement(context, id);
    },
    transitions: {
      submit: { guard: guardSubmit },
      departmentAudit: { participants: ({ db }, statements) => participantsOfBills(db, statements) },
      buyerConfirm: {
        guard: guardBuyer,
        effect: async ({ rejects, context }) => (rejects ? {} : { buyer_confirmed_at: context.now.toISOString() }),
      },
      supplierConfirm: { guard: guardSupplier, effect: (step) => confirmStatement(kit, step) },
      pay: {
        prepare: async (_context, document, _rejects, input) => paid(document, Number(input.amount)),
        effect: async ({ context, document, to }) => {
          if (to === statementState.paid) await settle(kit, context, document);
          return {};
        },
      },
      payBack: {
        prepare: async (_context, document, _rejects, input) => paid(document, -Number(input.amount)),
        effect: async ({ context, document, found }) => {
          if (found.status === statementState.paid) await unsettle(kit, context, document);
          return {};
        },
      },
      reverse: { guard: guardReverse, effect: (step) => reverseStatement(kit, step) },
      cancel: {
        guard: ({ context, document }) => refusePaying(context, document),
        effect: async ({ context, document }) => {
          await release(registry, context, document.id);
          return {};
        },
      },
    },
  });
}

/** What is paid of a statement and what is left, after so much more: fen, below zero what the supplier pays in. */
function paid(document: Readonly<Record<string, unknown>>, more: number) {
  const sum = Number(document.paid_amount) + more;
  return { paid_amount: sum, unpaid_amount: Number(document.payable_amount) - sum };
}

/** Its figures are worked out anew: what was paid ahead may have been set off meanwhile. */
async function guardSubmit({ context, document }: Step<typeof statement>): Promise<void> {
  await sumUpStatement(context, document.id);
  const payable = Number(document.payable_amount);
  const way = document.negative_way;
  if (payable < 0 && way !== negativeWay.carry && way !== negativeWay.payIn)
    throw new Refusal('invalid', '应付金额为负，请选择负余额处理', 'negative_way');
  if (payable >= 0 && way !== null) throw new Refusal('invalid', '应付金额不为负，不需要负余额处理', 'negative_way');
}

/** The purchaser named on it or the leader of his department confirms for us (amendments G9). */
async function guardBuyer({ context, document }: Step<typeof statement>): Promise<void> {
  const { rows } = await sql<{ may: boolean; name: string }>`
    select ${context.actor.id} in (p.admin_id, o.leader_id) as may, p.name from purchaser p left join organize o on o.id = p.department_id
    where p.id = ${document.purchaser_id}`.execute(context.db);
  const [purchaser] = rows;
  if (!purchaser) throw new Refusal('illegalTransition', '供应商没有采购员，请先在供应商资料中指定采购员');
  if (!purchaser.may) throw new Refusal('illegalTransition', `由采购员“${purchaser.name}”或其部门负责人确认`);
}

/** His answer is on file, with the name of who gave it. */
async function guardSupplier(step: Step<typeof statement>): Promise<void> {
  if (step.rejects) return;
  if (!step.document.confirm_by) throw new Refusal('invalid', '请填写供应商确认人', 'confirm_by');
  await refuseUnattached(step);
}
