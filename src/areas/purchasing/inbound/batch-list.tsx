import { useNavigate } from 'react-router-dom';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import type { Row } from '#src/engine/row.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { inboundAt } from './addresses.ts';

/** Inbound batches: those that are counted, those that wait to be judged, and what came in. */
export function Screen() {
  const navigate = useNavigate();
  const go = (address: string) => () => void navigate(address);
  const counts = (row: Row) => row.allowed?.transitions.includes('count') ?? false;
  return (
    <ListPage
      definition={inWareBatch}
      newAt={inboundAt.begin}
      openAt={(row) => (counts(row) ? inboundAt.count(row.id) : inboundAt.detail(row.id))}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: go(inboundAt.detail(row.id)) },
        ...(counts(row) ? [{ key: 'count', label: '清点', run: go(inboundAt.count(row.id)) }] : []),
      ]}
    />
  );
}
