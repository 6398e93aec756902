import { Alert } from 'antd';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { startPreviewCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';

/** What a sheet would count if it started now, and by how many; a warning where nobody is named to. */
export function StartFigures({ id }: { id: number }) {
  const reading = useRead(stocktaking, startPreviewCall, { input: { id } });
  const { value } = reading;
  return (
    <Content of={reading}>
      {value && (
        <>
          <p>
            <b>{grouped(value.goods)}</b> 种货品，<b>{grouped(value.zones)}</b> 个库区，
            <b>{grouped(value.counters)}</b> 人盘点
          </p>
          {value.counters === 0 && (
            <Alert type="warning" showIcon title="没有指定盘点人：凡有权盘点此仓库的人都可以盘点" />
          )}
          {value.goods === 0 && <Alert type="warning" showIcon title="范围内账上没有货品" />}
        </>
      )}
    </Content>
  );
}
