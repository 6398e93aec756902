import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { allotDiffPrinting } from '#contract/areas/allocation/allot-diff-printing.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { allotAt, diffAt } from './addresses.ts';
import { diffColumns, diffFacts } from './diff-columns.ts';

/** One difference: what both ends say, what was decided, and who did what when. */
export function Screen() {
  const id = useRecordId();
  const navigate = useNavigate();
  if (id === undefined) return <MissingPage title={allotDiff.label} />;
  return (
    <DetailPage
      key={id}
      definition={allotDiff}
      id={id}
      names={diffFacts}
      lineColumns={diffColumns}
      printing={allotDiffPrinting}
      stepAt={(step, record) =>
        step === 'deal' ? diffAt.deal(record.id) : step === 'decide' ? diffAt.judge(record.id) : undefined
      }
      slots={{
        extra: ({ allot_id }) => (
          <Button onClick={() => void navigate(allotAt.detail(Number(allot_id)))}>调拨单</Button>
        ),
      }}
    />
  );
}
