import { lazy, type ReactNode, Suspense } from 'react';
import { useInLink } from './in-link.ts';

const LinkedRecord = lazy(async () => ({ default: (await import('./linked-record.tsx')).LinkedRecord }));

interface RecordLinkProps {
  /** Name of the definition. */
  name: string;
  id: number;
  /** Its number, by which some screens find it. */
  no: string;
  /** Said of it under the pointer: a code that nobody reads. */
  hint?: string | undefined;
  children: ReactNode;
}

/** A record that is named leads to its page, where its reader may open it. */
export function RecordLink({ hint, children, ...record }: RecordLinkProps) {
  const inLink = useInLink();
  const plain = hint ? <span title={hint}>{children}</span> : children;
  if (inLink) return plain;
  return (
    <Suspense fallback={plain}>
      <LinkedRecord {...record} hint={hint} plain={plain}>
        {children}
      </LinkedRecord>
    </Suspense>
  );
}
