import { sql } from 'kysely';
import { z } from 'zod';
import { cashierCalls, cashierLimits } from '#contract/areas/cashier/cashier-calls.ts';
import { channelReconState, dealTypes, reconChannel, reconChannels } from '#contract/areas/cashier/cashier-enums.ts';
import { channelReconFinished, outCouponsReconciled } from '#contract/areas/cashier/cashier-events.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument } from '#server/kit/step.ts';
import { dealLines } from './deal-lines.ts';
import { importRecon } from './import-recon.ts';
import { reconFigures } from './match-lines.ts';

/** Days of channels against what orders were paid with (domain.md §4.23). */
export function serveChannelRecon(kit: Kit): void {
  serveDocument(kit, channelRecon, {
    transitions: {
      match: {
        prepare: ({ db }, { id }) => reconFigures(db, id),
        // A day without a difference is finished as it is matched.
        effect: async ({ context, document, to }) => {
          if (to === channelReconState.finished) await finish(kit, context, document);
          return undefined;
        },
      },
      finish: {
        guard: async ({ context, document }) => {
          const { open_count: open } = await reconFigures(context.db, document.id);
          if (Number(open) > 0) throw new Refusal('illegalTransition', `还有 ${Number(open)} 条差异没有处理`);
        },
        effect: async ({ context, document }) => {
          await finish(kit, context, document);
          return undefined;
        },
      },
    },
  });
  kit.registry.write(
    cashierCalls.reconImport,
    z.strictObject({
      channel: z.literal(Object.keys(reconChannels).map(Number)),
      recon_date: z.iso.date(),
      file_id: z.string().regex(/^[0-9a-f]{32}$/, '文件编号有误'),
    }),
    (context, asked) => importRecon(kit, context, asked),
    channelRecon,
  );
  kit.registry.write(
    cashierCalls.reconDeal,
    z.strictObject({
      id,
      version: id,
      lines: z
        .array(
          z.strictObject({
            line_id: id,
            deal_type: z.literal(Object.keys(dealTypes).map(Number)),
            remark: z.string().trim().min(limits.reasonLeast).max(limits.reason),
          }),
        )
        .min(1)
        .max(cashierLimits.dealtAtOnce, tooManyEntries()),
    }),
    dealLines,
    channelRecon,
  );
}

const id = z.int().min(1);

/** The channel has paid what it says, less its fees; what it took of each payment is told to whoever keeps payments. */
async function finish(
  { registry }: Kit,
  context: WriteContext,
  recon: LockedDocument<typeof channelRecon>,
): Promise<void> {
  await registry.events.emit(context, channelReconFinished, {
    recon_id: recon.id,
    recon_no: recon.recon_no,
    channel: recon.channel,
    recon_date: recon.recon_date,
    channel_amount: recon.channel_amount,
    fee_amount: recon.fee_amount,
  });
  if (recon.channel !== reconChannel.coupon) return;
  const { rows } = await sql<{ trade_no: string }>`
    select trade_no from channel_recon_line where recon_id = ${recon.id} and payment_id is not null and channel_amount is not null and not is_refund
    order by id`.execute(context.db);
  await registry.events.emit(context, outCouponsReconciled, {
    recon_id: recon.id,
    recon_no: recon.recon_no,
    coupon_codes: rows.map(({ trade_no }) => trade_no),
  });
}
