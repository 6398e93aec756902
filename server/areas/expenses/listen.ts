import { sql } from 'kysely';
import { carrierClaimed } from '#contract/areas/allocation/allot-events.ts';
import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { currentExpenseType, partnerType, settleWay } from '#contract/areas/expenses/expense-enums.ts';
import { accountInForce, accountsClosing } from '#contract/areas/partners/supplier-account.ts';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { returnShort } from '#contract/areas/purchasing/back-order-events.ts';
import { direction } from '#contract/areas/settlement/settle-enums.ts';
import {
  type SettledSource,
  statementSettled,
  statementUnsettled,
} from '#contract/areas/settlement/settlement-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument, type SourceDocument } from '#server/kit/create-document.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** Hears what makes, settles and hinders current expenses, without serving a call. */
export function listenForExpenses(kit: Kit): void {
  claimOfCarriers(kit);
  followStatements(kit);
  followAccounts(kit);
}

/** What a carrier answers for is received from him: a draft that finance completes (domain.md §4.9, §4.16). */
function claimOfCarriers(kit: Kit): void {
  const { events } = kit.registry;
  events.on(carrierClaimed, async (context, claim) => {
    const { source_type, source_id, source_no, logistics_id, amount, reason, waybill_no } = claim;
    await claimOf(kit, context, {
      source: { definition: { name: source_type }, id: source_id, no: source_no },
      logisticsId: logistics_id,
      amount,
      words: [reason, waybill_no],
    });
  });
  events.on(returnShort, async (context, short) => {
    // Without a carrier nobody answers for it: the note on the return is all there is.
    if (short.logistics_id === null) return;
    await claimOf(kit, context, {
      source: { definition: backOrder, id: short.back_id, no: short.back_no },
      logisticsId: short.logistics_id,
      amount: short.lines.reduce((sum, { qty, back_price }) => sum + qty * back_price, 0),
      words: [short.note, short.waybill_no],
    });
  });
}

interface Claim {
  readonly source: SourceDocument;
  readonly logisticsId: number;
  /** Fen. */
  readonly amount: number;
  readonly words: readonly (string | null)[];
}

async function claimOf(kit: Kit, context: WriteContext, { source, logisticsId, amount, words }: Claim): Promise<void> {
  if (amount <= 0) return;
  const { rows } = await sql<{ name: string }>`select name from logistics where id = ${logisticsId}`.execute(
    context.db,
  );
  await createDocument(kit, context, {
    definition: currentExpense,
    values: {
      partner_type: partnerType.logistics,
      logistics_id: logisticsId,
      partner_name: rows[0]?.name ?? '',
      direction: direction.receive,
      expense_type: currentExpenseType.other,
      amount,
      settle_way: settleWay.direct,
      remark: words
        .flatMap((one) => one ?? [])
        .join(' ')
        .slice(0, limits.remark),
    },
    source,
  });
}

/** What a statement has taken up is done once that is settled, and waits again where the payment comes back. */
function followStatements({ registry }: Pick<Kit, 'registry'>): void {
  const move = async (
    context: WriteContext,
    sources: readonly SettledSource[],
    { name, no }: { name: string; no: string },
  ) => {
    const ids = sources.flatMap(({ source_type, source_id }) =>
      source_type === currentExpense.name ? [source_id] : [],
    );
    for (const id of ids.sort((one, other) => one - other))
      await runTransition(registry, context, {
        definition: currentExpense,
        name,
        id,
        input: { statement_no: no },
        remark: no,
      });
  };
  registry.events.on(statementSettled, (context, { sources, statement_no: no }) =>
    move(context, sources, { name: 'settle', no }),
  );
  registry.events.on(statementUnsettled, (context, { sources, statement_no: no }) =>
    move(context, sources, { name: 'unsettle', no }),
  );
}

/** An account that got other terms sends what is on its way to it back to be judged; one that money is on its way to stays open. */
function followAccounts({ registry }: Pick<Kit, 'registry'>): void {
  registry.events.on(accountInForce, async (context, { account_id }) => {
    const { rows } = await sql<{ id: number }>`
      select id from current_expense where account_id = ${account_id} and status in (1, 2, 3) order by id`.execute(
      context.db,
    );
    for (const { id } of rows)
      await runTransition(registry, context, { definition: currentExpense, name: 'accountChanged', id });
  });
  registry.events.on(accountsClosing, async ({ db }, { account_ids }) => {
    const { rows } = await sql<{ expense_no: string; account_no: string }>`
      select e.expense_no, a.account_no from current_expense e join supplier_account a on a.id = e.account_id
      where e.account_id = any(${[...account_ids]}) and e.status in (1, 2, 3) order by e.id limit 1`.execute(db);
    const [paying] = rows;
    if (paying)
      throw new Refusal(
        'illegalTransition',
        `账户 ${paying.account_no} 有往来费用单 ${paying.expense_no} 正在付款，不能停用`,
      );
  });
}
