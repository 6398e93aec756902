import { Button } from 'antd';
import { hangTagCode } from '#contract/areas/price-tags/hang-tag-code.ts';
import type { Row } from '#src/engine/row.ts';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';

interface JobCodesProps {
  jobId: number;
  /** Whether tags of picked codes may be printed, and whether something is on its way. */
  open: boolean;
  busy: boolean;
  onPrint(rows: readonly Row[]): void;
}

/** The codes that a job makes tags for; those that are picked are printed. */
export function JobCodes({ jobId, open, busy, onPrint }: JobCodesProps) {
  return (
    <FixedList
      definition={hangTagCode}
      fixed={{ job_id: jobId }}
      filters={['sku_id', 'is_printed', 'is_written', 'unique_code']}
      height={400}
      picks={({ selection }) =>
        open && (
          <Button disabled={busy || selection.rows.length === 0} onClick={() => onPrint(selection.rows)}>
            {`打印所选 ${selection.rows.length} 张`}
          </Button>
        )
      }
    />
  );
}
