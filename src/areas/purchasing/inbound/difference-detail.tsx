import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import { dealsFor, dealTypes, diffTypes } from '#contract/areas/purchasing/inbound-enums.ts';
import { useMayOpen } from '#src/engine/places.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { inboundAt } from './addresses.ts';

/** One difference order: line by line what was planned and what came, what is decided of it, and who judges that. */
export function Screen() {
  const id = useRecordId();
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  if (id === undefined) return <MissingPage title={differenceOrder.label} />;
  return (
    <DetailPage
      key={id}
      definition={differenceOrder}
      id={id}
      linesFirst
      lineColumns={columns}
      slots={{
        extra: ({ batch_id }) =>
          mayOpen(inboundAt.list) && (
            <Button onClick={() => void navigate(inboundAt.detail(Number(batch_id)))}>入库批次</Button>
          ),
        asks: (step, { lines = [] }) => step === 'deal' && <p className="desk-hint">{offersFor(lines)}</p>,
      }}
    />
  );
}

/** What may be decided of each kind of difference that these lines have. */
function offersFor(lines: readonly Row[]): string {
  const types = new Set(lines.map(({ diff_type }) => String(diff_type)));
  const kinds = Object.entries(diffTypes).filter(([type]) => types.has(type));
  return kinds.map(([type, kind]) => `${kind}：${(dealsFor[Number(type)] ?? []).map(dealWords).join('、')}`).join('；');
}

const dealWords = (deal: number): string => dealTypes[deal as keyof typeof dealTypes];

const columns = Object.keys(differenceOrder.lines.fields).filter((name) => name !== 'detail_id');
