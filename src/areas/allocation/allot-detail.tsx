import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { allotPrinting } from '#contract/areas/allocation/allot-printing.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { DetailPage, type DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { factNames } from '#src/kit/desk/detail/facts.tsx';
import { RelatedList } from '#src/kit/desk/detail/related-list.tsx';
import { SourceLink } from '#src/kit/desk/detail/source-link.tsx';
import { allotAt } from './addresses.ts';

/** One allot: what was asked for, sent and signed for side by side, its cartons, what differs, and who did what when. */
export function AllotDetail({ id }: { id: number }) {
  const mayUse = useMayUse();
  return (
    <DetailPage
      definition={allot}
      id={id}
      names={facts}
      lineColumns={columns}
      printing={allotPrinting}
      editAt={(record) => allotAt.edit(record.id)}
      stepAt={(step, record) => desks[step]?.(record.id)}
      slots={{
        extra: (record) => <Ways record={record} />,
        tabs: (record) => [
          ...(mayUse(allotCarton.calls.list?.[1])
            ? [
                {
                  key: 'cartons',
                  label: allotCarton.label,
                  children: <RelatedList definition={allotCarton} by="allot_id" id={record.id} />,
                },
              ]
            : []),
          ...(mayUse(allotDiff.calls.list?.[1])
            ? [
                {
                  key: 'diffs',
                  label: allotDiff.label,
                  children: <RelatedList definition={allotDiff} by="allot_id" id={record.id} />,
                },
              ]
            : []),
        ],
      }}
    />
  );
}

/** Steps that are taken at a desk of their own. */
const desks: Readonly<Record<string, (id: number) => string>> = {
  send: allotAt.out,
  accept: allotAt.receive,
  sign: allotAt.receive,
};

function Ways({ record }: { record: DetailRow }) {
  const navigate = useNavigate();
  const picking = record.status === 2 && !record.allowed.transitions.includes('send');
  return (
    <>
      <SourceLink record={record} />
      {picking && <Button onClick={() => void navigate(allotAt.out(record.id))}>拣货进度</Button>}
    </>
  );
}

const hidden = new Set(['source_type', 'source_id']);
const facts = factNames(allot).filter((name) => !hidden.has(name));
const columns = [
  'sku_id',
  'imperfect_type',
  'qty',
  'stock_batch_id',
  'send_qty',
  'sign_qty',
  'imperfect_qty',
  'damage_type',
  'resolved_qty',
  'transit_qty',
  'cost_amount',
];
