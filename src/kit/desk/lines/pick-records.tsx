import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { FixedList } from '../list/fixed-list.tsx';

interface PickRecordsProps {
  form: FormView;
  definition: AnyDefinition;
  label: string;
  /** What there is to choose from besides the supplier of the form. */
  fixed: Values;
  filters: readonly string[];
  columns?: readonly string[];
  /** The field of a line that names a chosen record. */
  field: string;
  lineOf: (row: Row) => Values;
  /** The form need not name a supplier: then there are those of all. */
  ofAnybody?: boolean;
}

/** Chooses records of the supplier that a form is about, or of any: each becomes a line. */
export function PickRecords({
  form,
  definition,
  label,
  fixed,
  filters,
  columns,
  field,
  lineOf,
  ofAnybody = false,
}: PickRecordsProps) {
  const [open, setOpen] = useState(false);
  const mayRead = useAllowed(definition.calls.list?.[1]);
  const supplier = form.values.supplier_id;
  const named = typeof supplier === 'number';
  if (!mayRead) return null;
  const chosen = new Set(form.lines.rows.map(({ values }) => values[field]));
  const take = (rows: readonly Row[]) => {
    const fresh = rows.filter(({ id }) => !chosen.has(id));
    if (fresh.length > 0) form.addLines(fresh.map(lineOf));
    setOpen(false);
  };
  return (
    <>
      <Button disabled={(!named && !ofAnybody) || form.resting} onClick={() => setOpen(true)}>
        {`选择${label}`}
      </Button>
      {open && (
        <Modal open width={1080} title={`选择${label}`} footer={null} onCancel={() => setOpen(false)}>
          <FixedList
            definition={definition}
            fixed={{ ...fixed, ...(named ? { supplier_id: supplier } : {}) }}
            filters={filters}
            {...(columns ? { columns } : {})}
            height={400}
            picks={(list) => (
              <Button
                type="primary"
                disabled={list.selection.rows.length === 0}
                onClick={() => take(list.selection.rows)}
              >
                {`加入明细${list.selection.rows.length > 0 ? `（${list.selection.rows.length}）` : ''}`}
              </Button>
            )}
          />
        </Modal>
      )}
    </>
  );
}
