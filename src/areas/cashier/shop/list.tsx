import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cashierCalls } from '#contract/areas/cashier/cashier-calls.ts';
import { periodType } from '#contract/areas/cashier/cashier-enums.ts';
import { cashierForms } from '#contract/areas/cashier/cashier-forms.ts';
import { shopBill } from '#contract/areas/cashier/shop-bill.ts';
import { shopBillAccount, shopBillPeople, shopBillStore } from '#contract/areas/cashier/shop-bill-lines.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { AskDialog, type Asking } from '#src/kit/desk/ask-dialog.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { shopBillAt } from '../addresses.ts';
import { WaysOfCutting } from './ways-of-cutting.tsx';

/** Bills of shops: made for several at once, judged in batches. */
export function Screen() {
  const navigate = useNavigate();
  const mayGenerate = useAllowed(cashierCalls.generate.access);
  const [generating, setGenerating] = useState(false);
  return (
    <ListPage
      definition={shopBill}
      openAt={(row) => shopBillAt.detail(row.id)}
      rowActions={(row) => [{ key: 'view', label: '查看', run: () => void navigate(shopBillAt.detail(row.id)) }]}
      slots={{
        extra: () =>
          mayGenerate && (
            <Button type="primary" onClick={() => setGenerating(true)}>
              生成账单
            </Button>
          ),
        above: <WaysOfCutting />,
        aside: generating && (
          <AskDialog asking={generateAsking as never} changes={changed} onClose={() => setGenerating(false)} />
        ),
      }}
    />
  );
}

const changed = [shopBill, shopBillStore, shopBillPeople, shopBillAccount];

const generateAsking: Asking<
  Parameters<NonNullable<typeof cashierCalls.generate.input>>[0],
  ReturnType<NonNullable<typeof cashierCalls.generate.output>>
> = {
  title: '生成门店账单',
  fields: cashierForms.generate,
  given: { shop_ids: [], period_type: periodType.month },
  call: cashierCalls.generate,
  input: ({ shop_ids, period_type, day, month }) => ({
    shop_ids: shop_ids as number[],
    period_type: Number(period_type),
    period: String(period_type === periodType.day ? day : month),
  }),
  done: ({ bill_nos }) => ({ good: `已生成 ${bill_nos.length} 张账单` }),
};
