import { Alert } from 'antd';
import { useState } from 'react';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { stocktakingAt } from './addresses.ts';

/** Plans a stocktake: where, what, who counts, and whether counters see the book. */
export function Screen() {
  const id = useRecordId();
  const [today] = useState(() => businessDay(new Date()));
  return (
    <FormPage
      key={id ?? 'new'}
      definition={stocktaking}
      id={id}
      given={id === undefined ? { plan_date: today, take_type: 1 } : {}}
      listAt={stocktakingAt.list}
      savedAt={(saved) => stocktakingAt.detail(saved.id)}
      slots={{
        lines: () => (
          <Alert
            type="info"
            showIcon
            title="不选范围即盘点整仓。盘点期间库存可以照常出入：差异按每件货被盘到的那一刻计算；只有选了“冻结库存”才会停止出入库。"
          />
        ),
      }}
    />
  );
}
