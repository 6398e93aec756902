import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMayOpen } from '#src/engine/places.ts';
import { recordAddress } from '#src/engine/record-places.ts';

interface LinkedRecordProps {
  name: string;
  id: number;
  no: string;
  hint?: string | undefined;
  children: ReactNode;
  /** What is shown where its reader may not open it, or where it has no page. */
  plain: ReactNode;
}

/** A record's words as a link to its page. Apart from RecordLink, since the places of all records are not read for the first rows. */
export function LinkedRecord({ name, id, no, hint, children, plain }: LinkedRecordProps) {
  const mayOpen = useMayOpen();
  const address = recordAddress(name, { id, no });
  if (address === undefined || !mayOpen(address)) return plain;
  return (
    <Link className="desk-ref" to={address} title={hint}>
      {children}
    </Link>
  );
}
