import { sql } from 'kysely';
import { payment } from '#contract/areas/settlement/payment.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { paidFrom } from '#server/terms/own-account.ts';
import { refuseUnowed } from './amounts.ts';
import { guardConfirm, guardReverse, makePayment, reversePayment } from './make.ts';
import { followAccounts, snapshotOf } from './snapshot.ts';

/** Payments: what is special about them (domain.md §4.24, amendments D, E). */
export function servePayment(kit: Kit): void {
  serveDocument(kit, payment, {
    derive: async (context, values) => {
      await refuseIdleSupplier(context, values);
      return await snapshotOf(context, values);
    },
    async after(context, id, values) {
      await refuseUnowed(context, id, values);
      await sumUp(context, id);
    },
    transitions: {
      submit: {
        guard: ({ context, document }) => refuseUnowed(context, document.id, document),
        effect: ({ context, document }) => snapshotOf(context, document),
      },
      confirm: {
        prepare: ({ db }, document) => paidFrom(db, document),
        guard: guardConfirm,
        effect: (step) => makePayment(kit, step),
      },
      accountChanged: { effect: ({ context, document }) => snapshotOf(context, document) },
      reverse: { guard: guardReverse, effect: (step) => reversePayment(kit, step) },
    },
  });
  followAccounts(kit);
}

async function refuseIdleSupplier({ db }: WriteContext, { supplier_id }: Values): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from supplier where id = ${supplier_id} and status <> 1`.execute(db);
  if (rows[0]) throw new Refusal('invalid', `供应商“${rows[0].name}”已停用`, 'supplier_id');
}

async function sumUp({ db }: WriteContext, id: number): Promise<void> {
  await sql`
    update payment p set amount = t.amount, due_date = t.due_date from (
      select coalesce(sum(l.amount), 0) as amount, min(s.due_date) as due_date from payment_line l left join statement s on s.id = l.statement_id
      where l.payment_id = ${id}
    ) t where p.id = ${id}`.execute(db);
}
