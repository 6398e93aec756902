import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { measureCalls, measuredStyle } from '#contract/areas/goods/measures.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { measureAt } from './addresses.ts';
import { MeasureGrid } from './measure-grid.tsx';

/** The measures of one style. */
export function Screen() {
  const id = useRecordId('spu_id');
  return id === undefined ? <MissingPage title="商品尺码表查看" /> : <Shown key={id} id={id} />;
}

function Shown({ id }: { id: number }) {
  const navigate = useNavigate();
  const maySave = useMayUse()(measureCalls.save.access);
  const table = useRead(measuredStyle, measureCalls.show, { input: { spu_id: id } });
  return (
    <PageFrame
      title="商品尺码表"
      extra={
        maySave && (
          <Button type="primary" onClick={() => void navigate(measureAt.edit([id]))}>
            维护
          </Button>
        )
      }
    >
      <Content of={table}>{table.value && <MeasureGrid table={table.value} rows={table.value.rows} />}</Content>
    </PageFrame>
  );
}
