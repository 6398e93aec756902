import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AuditSearch } from '#contract/areas/ops/audit.ts';

/** What is asked of the audit log, kept in the address: back, reload and a sent link show the same rows. */
export function useAuditSearch(): { search: AuditSearch; change(wanted: AuditSearch): void } {
  const [params, setParams] = useSearchParams();
  const search = useMemo(() => readSearch(params), [params]);
  return {
    search,
    change: (wanted) => {
      const present = Object.entries(wanted).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, String(value)]],
      );
      setParams(new URLSearchParams(present), { replace: true });
    },
  };
}

function readSearch(params: URLSearchParams): AuditSearch {
  const text = (name: string) => {
    const value = params.get(name);
    return value === null || value === '' ? {} : { [name]: value };
  };
  const moment = (name: string) => (Number.isNaN(Date.parse(params.get(name) ?? '')) ? {} : text(name));
  const person = Number(params.get('admin_id'));
  return {
    ...(Number.isInteger(person) && person > 0 ? { admin_id: person } : {}),
    ...text('doc_type'),
    ...text('doc_no'),
    ...text('action'),
    ...moment('at_from'),
    ...moment('at_to'),
  };
}
