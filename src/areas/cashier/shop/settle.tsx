import { shopBill } from '#contract/areas/cashier/shop-bill.ts';
import { shopBillAccount, shopBillPeople, shopBillStore } from '#contract/areas/cashier/shop-bill-lines.ts';
import { shopBillPrinting } from '#contract/areas/cashier/shop-bill-printing.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage, type DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';

/** One bill of a shop: what it took, cut three ways, what it is to have, who judged it and its settlement. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={shopBill.label} />;
  return (
    <DetailPage
      key={id}
      definition={shopBill}
      id={id}
      printing={shopBillPrinting}
      slots={{
        asks: (_step, bill) => <p className="desk-hint">{sumOf(bill)}</p>,
        tabs: () =>
          ways.map(([definition, columns]) => ({
            key: definition.name,
            label: definition.label.split('-')[1],
            children: (
              <FixedList
                definition={definition}
                fixed={{ bill_id: id }}
                columns={[...columns, ...figures]}
                height={420}
              />
            ),
          })),
      }}
    />
  );
}

const figures = ['business_date', 'order_count', 'sale_amount', 'refund_amount', 'receive_amount'];
const ways = [
  [shopBillStore, ['shop_id']],
  [shopBillPeople, ['admin_id']],
  [shopBillAccount, ['pay_type', 'key_name']],
] as const;

/** How what is settled comes about. */
function sumOf(bill: DetailRow): string {
  const yuan = (name: string) => printYuan(Number(bill[name] ?? 0));
  const settle = Number(bill.settle_amount ?? 0);
  const { share_amount, expense_amount, cash_diff_amount, settle_amount } = shopBill.fields;
  return `${share_amount.label} ${yuan('share_amount')} − ${expense_amount.label} ${yuan('expense_amount')} + ${cash_diff_amount.label} ${yuan('cash_diff_amount')}；${settle_amount.label} ${printYuan(settle)}${settle < 0 ? '，门店应付公司' : ''}`;
}
