import { Link } from 'react-router-dom';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { documentCalls, type RelatedKind, type RelatedRecord } from '#contract/kit/document-calls.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import { useRead } from '#src/engine/use-read.ts';
import { StatusTag } from '../status-tag.tsx';
import styles from './related-records.module.css';

interface RelatedRecordsProps {
  definition: AnyDefinition;
  record: { readonly id: number; readonly version?: unknown };
}

/** 关联单据: the documents that this one comes from and those that came of it, from the order to the voucher, each a link. */
export function RelatedRecords({ definition, record }: RelatedRecordsProps) {
  const { value } = useRead(definition, documentCalls(definition)?.related, { input: { id: record.id } });
  const { before, after } = value ?? nothing;
  if (before.length + after.length === 0) return null;
  return (
    <section className={styles.way} aria-label="关联单据">
      <h2 className={styles.title}>关联单据</h2>
      <ol className={styles.kinds}>
        {before.map((kind) => (
          <Kind key={`before-${kind.doc}`} kind={kind} />
        ))}
        <li className={styles.here} aria-current="true">
          本单
        </li>
        {after.map((kind) => (
          <Kind key={`after-${kind.doc}`} kind={kind} />
        ))}
      </ol>
    </section>
  );
}

const nothing = { before: [], after: [] };

function Kind({ kind: { doc, label, records, more } }: { kind: RelatedKind }) {
  return (
    <li className={styles.kind}>
      <span className="desk-hint">{label}</span>
      <ul className={styles.records}>
        {records.map((record) => (
          <li key={record.id}>
            <Named doc={doc} record={record} />
          </li>
        ))}
        {more && <li className="desk-hint">……</li>}
      </ul>
    </li>
  );
}

function Named({ doc, record: { id, no, state } }: { doc: string; record: RelatedRecord }) {
  const mayOpen = useMayOpen();
  const address = recordAddress(doc, { id, no });
  return (
    <>
      {address !== undefined && mayOpen(address) ? (
        <Link className="desk-link" to={address}>
          {no}
        </Link>
      ) : (
        no
      )}
      {state && <StatusTag tone={state.tone}>{state.label}</StatusTag>}
    </>
  );
}
