import { sql } from 'kysely';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractState, supplement } from '#contract/areas/contracts/contract-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, Step } from '#server/kit/step.ts';
import { firstDay, participantsOfPapers, refuseUncovered } from './brand-cover.ts';
import { expireContract, guardTermination, terminateContract } from './end-contract.ts';
import { guardByHand, guardEffect, takeEffect } from './take-effect.ts';

/** Contracts: what is special about them (domain.md §4.4). */
export function serveContract(kit: Kit): void {
  serveDocument(kit, contract, contractHooks(kit));
}

export const contractHooks = (kit: Pick<Kit, 'registry'>): DocumentHooks<typeof contract> => ({
  derive: async (context, values) => {
    await refuseUnfit(context, values);
    return {};
  },
  transitions: {
    submit: { guard: guardSubmit },
    audit: { participants: ({ db }, contracts) => participantsOfPapers(db, contracts) },
    effect: { guard: guardByHand, effect: (step) => takeEffect(kit, step) },
    takeEffect: {
      awake: async (db) => (await readSetting(db, 'contract_auto_effect')) === 1,
      guard: guardEffect,
      effect: (step) => takeEffect(kit, step),
    },
    expire: { effect: (step) => expireContract(kit, step) },
    terminate: { guard: (step) => guardTermination(kit, step), effect: (step) => terminateContract(kit, step) },
  },
});

async function guardSubmit({ context, document }: Step<typeof contract>): Promise<void> {
  if (document.end_date < businessDay(context.now))
    throw new Refusal('invalid', '合同已过结束日期，不能提交', 'end_date');
  await refuseUnfit(context, document);
  await refuseUnscanned(context, document.id);
  await refuseUncovered(context.db, document.id, firstDay(document, context.now));
}

/** Who is agreed with, who buys, and what is supplemented, as they are now. */
export async function refuseUnfit({ db }: WriteContext, values: Values): Promise<void> {
  const { supplier_id, purchaser_id } = values as { supplier_id: number; purchaser_id: number };
  const { rows } = await sql<{ supplier: string | null; purchaser: string | null }>`
    select (select name from supplier where id = ${supplier_id} and status <> 1) as supplier,
      (select name from purchaser where id = ${purchaser_id} and status <> 1) as purchaser`.execute(db);
  const [off] = rows;
  if (off?.supplier) throw new Refusal('invalid', `供应商“${off.supplier}”已停用`, 'supplier_id');
  if (off?.purchaser) throw new Refusal('invalid', `采购员“${off.purchaser}”已停用`, 'purchaser_id');
  if (values.type === supplement) await refuseUnsupplemented({ db }, values);
}

async function refuseUnsupplemented({ db }: Pick<WriteContext, 'db'>, values: Values): Promise<void> {
  const { rows } = await sql<{ status: number; type: number; supplier_id: number; co_model: number }>`
    select status, type, supplier_id, co_model from contract where id = ${values.parent_contract_id ?? null}`.execute(
    db,
  );
  const [main] = rows;
  const refuse = (words: string) => new Refusal('invalid', words, 'parent_contract_id');
  // An empty one is refused by the condition of the field.
  if (!main) return;
  if (main.type === supplement) throw refuse('主合同不能是补充协议');
  if (main.supplier_id !== values.supplier_id) throw refuse('主合同不是此供应商的合同');
  if (main.co_model !== values.co_model) throw refuse('主合同的合作模式不同');
  if (main.status !== contractState.inForce) throw refuse('主合同不在执行中');
}

/** Counted among the files that are there (amendments G9), not believed. */
async function refuseUnscanned({ db }: WriteContext, id: number): Promise<void> {
  const { rows } = await sql`
    select 1 from stored_file where doc_type = ${contract.name} and doc_id = ${id} and kind = ${scan} limit 1`.execute(
    db,
  );
  if (rows.length === 0)
    throw new Refusal('invalid', `请先上传${contract.attachments?.kinds[scan] ?? ''}，再提交合同`, 'files');
}

const scan = 'scan';
