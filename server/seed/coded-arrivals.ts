import { sql } from 'kysely';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeSource } from '#contract/areas/codes/code-enums.ts';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { encodeEpc } from '#contract/areas/codes/epc.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { BuyingOffice } from './buying-office.ts';
import type { SeedStep } from './context.ts';

interface Coded {
  readonly arrival: number;
  readonly purchase: number;
  readonly day: string;
  /** Made for the appointment: for some of its pieces, which then come in with their code; or for the whole order, of which it brings a part. */
  readonly of: 'appointment' | 'order';
}

/** Has codes made for goods that are about to arrive, and their tags sewn in by the factory. */
export async function codeArrival(office: BuyingOffice & { step: SeedStep }, coded: Coded): Promise<void> {
  const { make, whs, whsMgr, step } = office;
  const { arrival, purchase, day } = coded;
  const ofOrder = coded.of === 'order';
  const { rows } = await sql<{ no: string; sku_id: number; qty: number }>`
    select ${ofOrder ? sql`o.purchase_no` : sql`a.arrival_no`} as no, l.sku_id, ${ofOrder ? sql`l.qty` : sql`greatest(v.plan_qty / 3, 1)`}::int as qty
    from arrival_order a join arrival_order_line v on v.arrival_order_id = a.id join purchase_order_line l on l.id = v.purchase_line_id
      join purchase_order o on o.id = ${purchase} join sku k on k.id = l.sku_id join spu p on p.id = k.spu_id
    where a.id = ${arrival} and p.is_code_managed and k.main_barcode is not null order by l.id limit ${ofOrder ? 2 : 20}`.execute(
    step.tx,
  );
  const [first] = rows;
  if (!first) return;
  const { id } = await make(callsOf(codeOrder).add, whs, [day, 6], {
    source_type: ofOrder ? codeSource.purchaseOrder : codeSource.arrivalOrder,
    source_no: first.no,
    lines: rows.map(({ sku_id, qty }) => ({ sku_id, qty })),
  } as never);
  await make(transitionCall(codeOrder, 'issue'), whsMgr, [day, 7], { id });
  const { rows: codes } = await sql<{ unique_code: string; barcode: string }>`
    select c.unique_code, k.main_barcode as barcode from piece_code c join sku k on k.id = c.sku_id where c.code_order_id = ${id} order by c.id`.execute(
    step.tx,
  );
  const { errors } = await make(codeCalls.bind, whs, [day, 7], {
    items: codes.map(({ unique_code, barcode }, place) => ({
      unique_code,
      // Serials of the factory begin behind those of the warehouse.
      epc: encodeEpc({
        scheme: 'sgtin-96',
        filter: 1,
        company: barcode.slice(0, 7),
        item: `0${barcode.slice(7, 12)}`,
        serial: String(1_000_000 + id * 1000 + place),
      }),
    })),
  });
  if (errors[0]) throw new Error(`demo codes: ${errors[0].unique_code} ${errors[0].error}`);
}
