import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { codeCalls, codesAtOnce } from '#contract/areas/codes/code-calls.ts';
import { plainEpc } from '#contract/areas/codes/epc.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { moveCodes } from '#server/ledger/codes.ts';
import { codeOf as errorCodeOf } from '#server/platform/startup-error.ts';
import { bindCodes } from './bind-codes.ts';
import { byHand, refuseUnseen } from './by-hand.ts';
import { reportLost } from './report-lost.ts';

const reason = z.string().trim().min(limits.reasonLeast).max(limits.reason);
const ids = z
  .array(z.int().min(1))
  .min(1)
  .max(codesAtOnce)
  .refine((all) => new Set(all).size === all.length, '不能重复');

/** What people do to codes by hand: bound to tags, to other tags, voided, put elsewhere, reported lost or found. */
export function serveChanges(kit: Kit): void {
  const { registry } = kit;
  const item = z.strictObject({
    unique_code: z.string().trim().min(1).max(limits.name),
    epc: z.string().trim().min(1).max(limits.name),
    sku_id: z.int().min(1).optional(),
  });
  registry.write(
    codeCalls.bind,
    z.strictObject({ items: z.array(item).min(1).max(codesAtOnce) }),
    (context, { items }) => bindCodes(kit, context, { items: items }),
  );
  registry.write(
    codeCalls.rebind,
    z.strictObject({ code_id: z.int().min(1), epc: z.string().max(limits.name), reason }),
    rebind,
  );
  registry.write(
    codeCalls.void,
    z.strictObject({ code_ids: ids, reason }),
    async (context, { code_ids, reason: why }) =>
      change(context, code_ids, (codeId) => ({ codeId, step: 'void', remark: why })),
  );
  registry.write(
    codeCalls.move,
    z.strictObject({ code_ids: ids, position: z.string().trim().min(1).max(limits.name) }),
    async (context, { code_ids, position }) =>
      change(context, code_ids, (codeId) => ({ codeId, step: 'move', position })),
  );
  registry.write(codeCalls.lost, z.strictObject({ code_ids: ids, op: z.literal([1, 2]), reason }), (context, asked) =>
    reportLost(kit, context, asked as Parameters<typeof reportLost>[2]),
  );
}

/** All or none: the first that cannot be is told by its number. */
async function change(
  context: WriteContext,
  codeIds: readonly number[],
  moveOf: (codeId: number) => CodeMove,
): Promise<{ count: number }> {
  await refuseUnseen(context, codeIds);
  await moveCodes(context.db, { ...byHand(context), moves: codeIds.map(moveOf) });
  return { count: codeIds.length };
}

async function rebind(
  context: WriteContext,
  { code_id: codeId, epc, reason: why }: { code_id: number; epc: string; reason: string },
): Promise<{ id: number }> {
  await refuseUnseen(context, [codeId]);
  const tag = plainEpc(epc);
  if (!tag) throw new Refusal('invalid', 'EPC 应为 24 或 52 位十六进制', 'epc');
  await refuseTaken(context.db, tag);
  try {
    await moveCodes(context.db, { ...byHand(context), moves: [{ codeId, step: 'rebind', epc: tag, remark: why }] });
  } catch (error) {
    // Somebody else was quicker with this tag.
    if (errorCodeOf(error) === '23505') throw new Refusal('duplicate', 'EPC 已绑定其他唯一码', 'epc');
    throw error;
  }
  return { id: codeId };
}

async function refuseTaken(db: Kysely<unknown>, epc: string): Promise<void> {
  const { rows } = await sql<{
    unique_code: string;
  }>`select unique_code from piece_code where epc = ${epc} and status <> -1`.execute(db);
  if (rows[0]) throw new Refusal('duplicate', `EPC 已绑定唯一码 ${rows[0].unique_code}`, 'epc');
}
