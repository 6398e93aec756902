import { sql } from 'kysely';
import { adjustKind, memberAdjust } from '#contract/areas/members/member-adjust.ts';
import { type Adjusting, memberCalls } from '#contract/areas/members/member-calls.ts';
import { byHandGrowth, byHandPoints, userStatus } from '#contract/areas/members/member-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { saveSchema } from '#contract/kit/schema.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { addRecord } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks } from '#server/kit/step.ts';
import { moveMember } from './member-ledger.ts';

/** Points and growth moved by hand, each judged by a second person. */
export function serveMemberAdjust(kit: Kit): void {
  const { registry, numbers } = kit;
  serveDocument(kit, memberAdjust, hooks);
  const asked = saveSchema(memberAdjust, 'add');
  const ask = (kind: number) => (context: WriteContext, input: Adjusting) =>
    addRecord(context, {
      definition: memberAdjust,
      input: { ...input },
      hooks: { derive: (within, values) => judge(within, { kind, values }) },
      numbers,
    });
  registry.write(memberCalls.pointAdjust, asked as never, ask(adjustKind.points), memberAdjust);
  registry.write(memberCalls.growthAdjust, asked as never, ask(adjustKind.growth), memberAdjust);
}

/** Refuses beforehand what could not come into force as things stand; it is judged again when it does. */
async function judge(
  { db }: WriteContext,
  { kind, values }: { kind: number; values: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  const balance = kind === adjustKind.points ? 'point_balance' : 'growth_value';
  const { rows } = await sql<{ balance: number; status: number }>`
    select ${sql.ref(balance)} as balance, status from member_user where id = ${values['user_id']}`.execute(db);
  const [member] = rows;
  if (member && member.status !== userStatus.live) throw new Refusal('invalid', '会员已冻结或注销', 'user_id');
  const change = Number(values['change_value']);
  if (member && change < 0 && member.balance + change < 0)
    throw new Refusal('invalid', `现有 ${member.balance}，不够扣减`, 'change_value');
  return { kind };
}

const hooks: DocumentHooks<typeof memberAdjust> = {
  transitions: {
    audit: {
      effect: async ({ context, document, rejects }) => {
        if (rejects) return {};
        const { kind, user_id, change_value, adjust_no, reason } = document;
        await moveMember(context, {
          kind: kind,
          userId: user_id,
          biz: kind === adjustKind.points ? byHandPoints : byHandGrowth,
          change: change_value,
          sourceNo: adjust_no,
          reason: reason,
        });
        return {};
      },
    },
    withdraw: {
      may: (actor, { created_by }) =>
        created_by === actor.id ? undefined : new Refusal('forbidden', '只能撤回自己提交的调整'),
    },
  },
};
