import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { outWareDetail } from '#contract/areas/warehouse/out-ware-detail.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { factNames } from '#src/kit/desk/detail/facts.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { documentAddress } from '../document-address.ts';

/** One outbound record: its lines by batch, and the way to the document that took the goods out. */
export function Screen() {
  const id = useRecordId();
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  if (id === undefined) return <MissingPage title={outWareDetail.label} />;
  return (
    <DetailPage
      key={id}
      definition={outWareDetail}
      id={id}
      names={facts}
      slots={{
        extra: ({ source_type: type, source_id: source, source_no: no }) => {
          const address = documentAddress(type, source);
          return (
            address !== undefined &&
            mayOpen(address) && <Button onClick={() => void navigate(address)}>{`来源单据 ${String(no)}`}</Button>
          );
        },
      }}
    />
  );
}

const facts = factNames(outWareDetail).filter((name) => name !== 'source_id');
