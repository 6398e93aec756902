import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useMayOpen } from '#src/engine/places.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import type { Row } from '#src/engine/row.ts';

/** Leads to the document that a record was made from, where its reader may open it. */
export function SourceLink({ record }: { record: Row }) {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const { source_type: type, source_id: id, source_no: no } = record;
  if (typeof type !== 'string' || typeof id !== 'number') return null;
  const address = recordAddress(type, { id, no: String(no) });
  if (address === undefined || !mayOpen(address)) return null;
  return <Button onClick={() => void navigate(address)}>{`来源单据 ${String(no)}`}</Button>;
}
