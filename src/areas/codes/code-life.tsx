import { useNavigate } from 'react-router-dom';
import { codeRecord } from '#contract/areas/codes/code-record.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import type { Row } from '#src/engine/row.ts';

const { fields } = codeRecord;

/** Everything that happened to a code, the latest first; each event leads to the document that it came of. */
export function CodeLife({ records }: { records: readonly Row[] }) {
  return (
    <ol className="desk-timeline" aria-label={codeRecord.label}>
      {records.toReversed().map((record) => (
        <li key={record.id}>
          <p className="desk-step">
            <time dateTime={String(record.at)}>{printTime(String(record.at))}</time>
            <strong>{fields.event_type.kind.print(Number(record.event_type), fields.event_type)}</strong>
            <span>{String(record[titleKey('admin_id')] ?? '系统')}</span>
            <span>{wayOf(record)}</span>
            <SourceOf record={record} />
          </p>
          {typeof record.remark === 'string' && <p className="desk-remark">{record.remark}</p>}
        </li>
      ))}
    </ol>
  );
}

/** From which state and place to which, as far as they changed. */
function wayOf(record: Row): string {
  const state = (name: 'from_status' | 'to_status') =>
    typeof record[name] === 'number' ? fields[name].kind.print(record[name], fields[name]) : '';
  const place = (name: 'from_warehouse_id' | 'to_warehouse_id') => String(record[titleKey(name)] ?? '');
  const states = record.from_status === record.to_status ? [] : [state('from_status'), state('to_status')];
  const places =
    record.from_warehouse_id === record.to_warehouse_id ? [] : [place('from_warehouse_id'), place('to_warehouse_id')];
  const shelf = record.event_type === 18 && record.position ? [`货位 ${String(record.position)}`] : [];
  return [arrow(states), arrow(places), ...shelf].filter(Boolean).join(' · ');
}

const arrow = (ends: readonly string[]): string => ends.filter(Boolean).join(' → ');

function SourceOf({ record }: { record: Row }) {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const { source_type: type, source_id: id, source_no: no } = record;
  if (typeof type !== 'string') return null;
  const words = `${fields.source_type.kind.print(type, fields.source_type)} ${String(no)}`;
  const address = recordAddress(type, { id: Number(id), no: String(no) });
  if (!address || !mayOpen(address)) return <span>{words}</span>;
  return (
    <a
      href={address}
      onClick={(event) => {
        event.preventDefault();
        void navigate(address);
      }}
    >
      {words}
    </a>
  );
}
