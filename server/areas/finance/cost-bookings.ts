import { costReason } from '#contract/areas/costs/cost-enums.ts';
import { costAdjusted } from '#contract/areas/costs/cost-events.ts';
import { type Booking, booking } from './booking.ts';

/**
 * What goods cost more, or less (voucher 13, domain.md §7.2): against what the supplier is owed where he is, else against the provision;
 * what an impairment takes from the provision is put into it first (amendments C).
 */
export const costBookings: readonly Booking[] = [
  booking({
    kind: costAdjusted,
    biz: 13,
    read: async (_context, adjusted) => {
      const { supplier_id, to_supplier } = adjusted;
      const against = to_supplier ? 'Owed' : 'Provided';
      const credit = { supplier_id };
      return {
        source: { definition: { name: 'costAdjust' }, id: adjusted.cost_id, no: adjusted.cost_no },
        day: adjusted.business_date,
        summary: `成本调整 ${adjusted.cost_no}`,
        parts: [
          ...adjusted.places.flatMap(({ warehouse_id, onhand_amount, transit_amount }) => {
            const debit = { supplier_id, warehouse_id };
            return [
              { part: `onhand${against}`, amount: onhand_amount, debit, credit },
              { part: `transit${against}`, amount: transit_amount, debit, credit },
            ];
          }),
          { part: `sold${against}`, amount: adjusted.sold_amount, debit: { supplier_id }, credit },
          { part: 'consignedOwed', amount: adjusted.consigned_amount, debit: { supplier_id }, credit },
          {
            part: 'impairment',
            amount: adjusted.adjust_reason === costReason.impairment ? -adjusted.total_amount : 0,
            debit: { supplier_id },
            credit,
          },
        ],
      };
    },
  }),
];
