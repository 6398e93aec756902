import { sql } from 'kysely';
import { z } from 'zod';
import { contract } from '#contract/areas/contracts/contract.ts';
import { type ContractImportError, contractCalls } from '#contract/areas/contracts/contract-calls.ts';
import { purchasePrice } from '#contract/areas/contracts/purchase-price.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { attachFiles } from '#server/kit/attachments/attach-files.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { readOwn } from '#server/tasks/task-row.ts';
import { readCover } from './brand-cover.ts';
import { serveContract } from './contract.ts';
import { serveBrandAuth } from './contract-brand-auth.ts';
import { readOpenOrders } from './end-contract.ts';
import { servePurchasePriceSheet } from './purchase-price-sheet.ts';
import { servePurchasePrices } from './serve-purchase-prices.ts';
import { readStanding } from './standing.ts';

/** Contracts, authorisations and purchase prices (api.csv /v1/contract, /v1/PurchasePrice). */
export function serveContracts(kit: Kit): void {
  const { registry } = kit;
  serveContract(kit);
  serveBrandAuth(kit);
  servePurchasePriceSheet(kit);
  serveEntity(kit, purchasePrice);
  servePurchasePrices(kit);
  registry.read(contractCalls.openOrders, one, async (context, { id }) => {
    await refuseUnseen(context, id);
    return { list: await readOpenOrders(kit, context, id) };
  });
  registry.read(contractCalls.brandCover, one, async (context, { id }) => {
    await refuseUnseen(context, id);
    return { list: await readCover(context.db, id, context.now) };
  });
  registry.read(contractCalls.standing, z.strictObject({ supplier_id: recordId }), readStanding);
  registry.write(contractCalls.scanSave, scanSchema, (context, { contract_id, files }) =>
    attachFiles(context, contract, { id: contract_id, files }),
  );
  registry.read(contractCalls.importErrors, z.strictObject({ import_id: recordId }), readImportErrors);
}

const recordId = z.int().min(1);
const one = z.strictObject({ id: recordId });
const scanSchema = z.strictObject({
  contract_id: recordId,
  files: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[0-9a-f]{32}$/, '文件编号格式不正确'),
        kind: z.enum(Object.keys(contract.attachments?.kinds ?? {})),
      }),
    )
    .min(1)
    .max(limits.attachments),
});

/** A contract outside the data scope is as little there as none. */
async function refuseUnseen({ db, actor }: ReadContext, id: number): Promise<void> {
  if (!(await readRecord(db, contract, { actor, id }))) throw new Refusal('notFound');
}

/** The remarks of an import of the caller's, each with its row; its report as a file is the task's. */
async function readImportErrors(
  context: ReadContext,
  { import_id }: { import_id: number },
): Promise<{ list: ContractImportError[]; total: number }> {
  const task = await readOwn(context.db, context, import_id);
  if (task.data_type !== importType.contracts) throw new Refusal('notFound');
  const { rows } = await sql<{ remarks: { row: number | null; what: string; detail: string }[] }>`
    select result -> 'remarks' as remarks from import_result where task_id = ${import_id}`.execute(context.db);
  const list = (rows[0]?.remarks ?? []).map(({ row, what, detail }) => ({ row_no: row, error: detail || what }));
  return { list, total: list.length };
}
