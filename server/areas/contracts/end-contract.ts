import type { contract } from '#contract/areas/contracts/contract.ts';
import type { OpenOrder } from '#contract/areas/contracts/contract-calls.ts';
import { openOrders } from '#contract/areas/contracts/contract-enums.ts';
import { contractEnded, openOrdersOfContract } from '#contract/areas/contracts/contract-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { endContractPrices } from './contract-prices.ts';

/** The open purchase orders of a contract, as whoever owns orders tells of them. */
export async function readOpenOrders(
  { registry }: Pick<Kit, 'registry'>,
  context: ReadContext,
  contractId: number,
): Promise<OpenOrder[]> {
  const answers = await registry.events.ask(context, openOrdersOfContract, { contract_id: contractId });
  return answers.flat();
}

/** From a day of those that are left; whoever leaves open orders behind says what becomes of them (domain.md §4.4). */
export async function guardTermination(
  kit: Pick<Kit, 'registry'>,
  { context, document, input }: Step<typeof contract>,
): Promise<void> {
  const day = requireField(document, 'terminate_date');
  const today = businessDay(context.now);
  const to = document.end_date;
  if (day < today || day > to) throw new Refusal('invalid', `终止日期应在 ${today} 至 ${to} 之间`, 'terminate_date');
  const open = await readOpenOrders(kit, context, document.id);
  if (open.length === 0 || typeof input.open_orders === 'number') return;
  const named = open.slice(0, 3).map(({ purchase_no }) => purchase_no);
  throw new Refusal(
    'invalid',
    `有 ${open.length} 张未完成的采购单（${named.join('、')}${open.length > named.length ? ' 等' : ''}），请选择保留或关闭`,
    'open_orders',
  );
}

export async function terminateContract(kit: Pick<Kit, 'registry'>, step: Step<typeof contract>): Promise<Values> {
  const { context, document, input } = step;
  const date = requireField(document, 'terminate_date');
  await endContractPrices(kit, context, { contract_id: document.id, date });
  await tell(kit, step, { why: 'terminated', date, close_orders: input.open_orders === openOrders.close });
  return { terminate_reason: input.reason };
}

/** Its last day is over. Its prices go on: the next contract with the supplier begins from them. */
export async function expireContract(kit: Pick<Kit, 'registry'>, step: Step<typeof contract>): Promise<Values> {
  await tell(kit, step, { why: 'expired', date: step.document.end_date, close_orders: false });
  return {};
}

async function tell(
  { registry }: Pick<Kit, 'registry'>,
  { context, document }: Step<typeof contract>,
  how: { why: 'expired' | 'terminated'; date: string; close_orders: boolean },
): Promise<void> {
  await registry.events.emit(context, contractEnded, {
    contract_id: document.id,
    contract_no: document.contract_no,
    supplier_id: document.supplier_id,
    ...how,
  });
}
