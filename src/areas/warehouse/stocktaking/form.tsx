import { Alert } from 'antd';
import { useState } from 'react';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { settableFields } from '#src/engine/form/values.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { stocktakingAt } from './addresses.ts';
import { CounterField } from './counter-field.tsx';

// Counters are chosen among those who may count in the warehouse.
const names = Object.keys(settableFields(stocktaking)).filter((name) => name !== 'counter_ids');

/** Plans a stocktake: where, what, who counts, and whether counters see the book. */
export function Screen() {
  const id = useRecordId();
  const [today] = useState(() => businessDay(new Date()));
  return (
    <FormPage
      key={id ?? 'new'}
      definition={stocktaking}
      id={id}
      names={names}
      given={id === undefined ? { plan_date: today, take_type: 1 } : {}}
      listAt={stocktakingAt.list}
      savedAt={(saved) => stocktakingAt.detail(saved.id)}
      slots={{
        lines: (form) => (
          <>
            <CounterField form={form} />
            <Alert
              type="info"
              showIcon
              title="全盘不选范围即盘点整仓，抽盘要选分类、品牌或货品；开始之前都可以修改。盘点期间库存可以照常出入：差异按每件货被盘到的那一刻计算；只有选了“冻结库存”才会停止出入库。"
            />
          </>
        ),
      }}
    />
  );
}
