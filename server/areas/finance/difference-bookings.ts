import { bizType } from '#contract/areas/warehouse/stock.ts';
import {
  consignedDiffered,
  type DifferingPieces,
  type OtherParty,
  stockDiffered,
} from '#contract/areas/warehouse/stock-events.ts';
import { type Booking, booking, type Part } from './booking.ts';

/** Vouchers of what came and left without being bought or sold, by biz_type of the voucher: counts, allots, everything else; and of sales of the past. */
const kinds = { 7: '盘点损溢', 8: '调拨丢失', 18: '其他出入库', 5: '销售成本' } as const;
/** What suppliers are owed for sales is a voucher of its own. */
const consignedKinds = { 7: kinds[7], 8: kinds[8], 18: kinds[18], 3: '代销成本' } as const;

type Moved = Pick<DifferingPieces, 'biz_type'>;

const counted: ReadonlySet<number> = new Set([bizType.countGain, bizType.countLoss]);
const inTransit: ReadonlySet<number> = new Set([bizType.transitOut, bizType.diffOff]);

const sold: ReadonlySet<number> = new Set([bizType.sale, bizType.gift, bizType.saleReturn]);

function kindOf({ biz_type: biz }: Moved, consigned: boolean): number {
  if (counted.has(biz)) return 7;
  if (inTransit.has(biz)) return 8;
  if (sold.has(biz)) return consigned ? 3 : 5;
  return 18;
}

/** The part of a voucher by the party that pieces came from or went to. */
const parts: Readonly<Record<OtherParty, string>> = {
  gain_loss: 'difference',
  own_use: 'ownUse',
  scrap: 'scrap',
  supplier: 'otherIn',
  customer: 'otherOut',
  opening: 'opening',
};

const partOf = ({ biz_type: biz, party }: Pick<DifferingPieces, 'biz_type' | 'party'>): string =>
  sold.has(biz) ? 'sold' : parts[party];

const isOwn = ({ co_model: model }: DifferingPieces): boolean => (model ?? 1) === 1;

interface Named {
  readonly source_type: string;
  readonly source_id: number;
  readonly source_no: string;
  readonly business_date: string;
}

const headOf = ({ source_type, source_id, source_no, business_date }: Named, words: string) => ({
  source: { definition: { name: source_type }, id: source_id, no: source_no },
  day: business_date,
  summary: `${words} ${source_no}`,
});

/** One part for each kind of it, warehouse and supplier, however many pieces there are. */
function summed(parts: readonly Part[]): Part[] {
  const sums = new Map<string, Part>();
  for (const part of parts) {
    const name = JSON.stringify([part.part, part.debit, part.credit]);
    const sum = sums.get(name);
    sums.set(name, sum ? { ...sum, amount: sum.amount + part.amount } : part);
  }
  return [...sums.values()];
}

/** Gains, losses, own use, scrap, opening stock and what else came or left, and what suppliers are owed for theirs (vouchers 7, 8 and 18; amendments C). */
export const differenceBookings: readonly Booking[] = [
  ...Object.entries(kinds).map(([biz, words]) =>
    booking({
      kind: stockDiffered,
      biz: Number(biz),
      read: async (_context, { pieces, ...differed }) => ({
        ...headOf(differed, words),
        parts: summed(
          pieces
            .filter((one) => isOwn(one) && kindOf(one, false) === Number(biz))
            .map((one): Part => {
              const aux = { warehouse_id: one.warehouse_id };
              const part = one.in_transit ? 'lostInTransit' : partOf(one);
              return { part, amount: one.cost_amount, debit: aux, credit: aux };
            }),
        ),
      }),
    }),
  ),
  ...Object.entries(consignedKinds).map(([biz, words]) =>
    booking({
      kind: consignedDiffered,
      biz: Number(biz),
      read: async (_context, { parts: owed, ...differed }) => ({
        ...headOf(differed, words),
        parts: summed(
          owed
            .filter((one) => kindOf(one, true) === Number(biz))
            .map((one): Part => {
              const aux = { warehouse_id: one.warehouse_id, supplier_id: one.supplier_id };
              return { part: partOf(one), amount: one.amount - one.tax_amount, debit: aux, credit: aux };
            }),
        ),
      }),
    }),
  ),
];
