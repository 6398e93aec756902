import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import { dealsFor, dealTypes } from '#contract/areas/purchasing/inbound-words.ts';
import type { Fields } from '#contract/kit/field.ts';
import { text } from '#contract/kit/kinds/text.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { LinesTable } from '#src/kit/desk/lines/lines-table.tsx';
import { StepForm } from '#src/kit/desk/lines/step-form.tsx';
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
      slots={{
        extra: ({ batch_id }) =>
          mayOpen(inboundAt.list) && (
            <Button onClick={() => void navigate(inboundAt.detail(Number(batch_id)))}>入库批次</Button>
          ),
        lines: (record) =>
          record.allowed.transitions.includes('deal') ? (
            <StepForm definition={differenceOrder} record={record} name="deal" shown={shown} more={offered} />
          ) : (
            <LinesTable definition={differenceOrder} lines={record.lines ?? []} columns={columns} />
          ),
      }}
    />
  );
}

const shown = ['sku_id', 'diff_type', 'plan_qty', 'count_qty', 'diff_qty', 'purchase_price'];

const columns = [...shown, 'deal_type', 'accept_qty', 'remark'];

/** What may be decided of a line, for whoever decides. */
const offered: Fields = {
  offered: text('可选处理方式', {
    derived: true,
    compute: ({ diff_type: type }) =>
      (dealsFor[Number(type)] ?? []).map((deal) => dealTypes[deal as keyof typeof dealTypes]).join('、'),
  }),
};
