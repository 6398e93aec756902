import { Link } from 'react-router-dom';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useRead } from '#src/engine/use-read.ts';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { inboundAt } from './addresses.ts';

const { list } = callsOf(differenceOrder);

/** The difference orders of a batch, those of earlier counts included: what has to be decided before it is posted. */
export function BatchDifferences({ id }: { id: number }) {
  const mayRead = useMayUse()(list.access);
  const read = useRead(differenceOrder, list, { input: { batch_id: id }, when: mayRead });
  const rows = read.value?.list ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="desk-block">
      <h2>{differenceOrder.label}</h2>
      <ul className="desk-plain-list">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={inboundAt.difference(row.id)}>{row.difference_no}</Link>{' '}
            <StatusOf definition={differenceOrder} status={row.status} /> {`差异 ${grouped(row.diff_qty)} 件`}
          </li>
        ))}
      </ul>
    </section>
  );
}
