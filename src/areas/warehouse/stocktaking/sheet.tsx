import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { DetailPage, type DetailRow } from '#src/kit/desk/detail-page.tsx';
import { judged, judgementOf, stocktakingAt } from './addresses.ts';
import { SheetLines } from './lines.tsx';
import { Questions } from './questions.tsx';
import { Shortfalls } from './shortfalls.tsx';
import { Zones } from './zones.tsx';

/** A stocktake on one page. On the review page its lines can be given reasons and marked for a recount. */
export function Sheet({ id, review }: { id: number; review: boolean }) {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const reviewing = (record: DetailRow) =>
    review && judged.slice(0, 2).includes(Number(record.status)) && mayUse('stocktaking:review');
  const mayJudge = (record: DetailRow) => {
    const step = judgementOf(Number(record.status));
    return step !== undefined && mayUse(step.access);
  };
  return (
    <DetailPage
      key={id}
      definition={stocktaking}
      id={id}
      editAt={(record) => stocktakingAt.edit(record.id)}
      slots={{
        extra: (record) => (
          <>
            {mayUse('stocktaking:print') && (
              <Button onClick={() => void navigate(stocktakingAt.print(record.id))}>打印</Button>
            )}
            {!review && mayJudge(record) && (
              <Button onClick={() => void navigate(stocktakingAt.review(record.id))}>
                {judgementOf(Number(record.status))?.label}
              </Button>
            )}
          </>
        ),
        below: (record) => (
          <>
            <Shortfalls id={record.id} />
            {Number(record.status) > 0 && <Zones id={record.id} />}
          </>
        ),
        lines: (record) => <SheetLines id={record.id} lines={record.lines ?? []} editable={reviewing(record)} />,
        tabs: (record) => [{ key: 'questions', label: '未知与迟到', children: <Questions id={record.id} /> }],
      }}
    />
  );
}
