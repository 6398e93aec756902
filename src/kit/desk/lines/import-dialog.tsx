import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { type LineSheet, lineRows, type SheetRow } from '#contract/areas/tasks/line-sheet.ts';
import { mostLines } from '#contract/kit/definition.ts';
import type { SheetRows } from '#src/engine/bulk/read-sheet.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import type { Sent } from '#src/wire/sent.ts';
import { RowPreview } from '../bulk/row-preview.tsx';
import { TableSource } from '../bulk/table-source.tsx';
import { useToast } from '../toast.ts';
import { importOutcome, type Known, keptSheet, type ReadLines } from './import-preview.ts';

export interface LinesImportProps {
  form: FormCore;
  /** What the columns of a sheet are, in their order, for whoever brings one without any heading. */
  columns: string;
  /** The sheet that its template is of: columns are known by their headings then, and handed out in the order of the sheet. */
  sheet?: LineSheet;
  /** By what a line that is there already is known and changed; `sku_id` by default. */
  known?: Known;
  /** Asks what the rows are, each its cells, trimmed. Nothing is stored. */
  ask(rows: readonly (readonly string[])[]): Promise<Sent<ReadLines>>;
}

/** Rows that were read, and what they came to. */
interface Found {
  /** As they were given. */
  readonly rows: readonly (readonly string[])[];
  readonly asked: readonly SheetRow[];
  readonly read: ReadLines;
  readonly cut: number;
}

/** The dialog of `LinesImport`, which is read when it is first opened: tables and files are much to bring for a button. */
export function ImportDialog({
  form,
  columns,
  sheet,
  known = 'sku_id',
  ask,
  onClose,
}: LinesImportProps & { onClose(): void }) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const { definition, lines } = form;
  const outcome = found && importOutcome({ definition, lines: lines.rows }, { ...found, known });
  const count = outcome ? outcome.changes.size + outcome.fresh.length : 0;

  // Only the sheet that was given last is answered.
  const last = useRef<SheetRows>(null);
  const take = async (given: SheetRows) => {
    last.current = given;
    setFound(null);
    const read = rowsOf(given, { sheet, most: mostLines(definition) });
    if ('words' in read) return setWords(read.words);
    setWords('');
    setBusy(true);
    const sent = await ask(read.asked.map(({ cells }) => cells));
    if (last.current !== given) return;
    setBusy(false);
    if (sent.ok) setFound({ ...read, read: sent.value });
    else setWords(wordsOf(sent.failure));
  };
  const apply = () => {
    if (!outcome) return;
    form.changeLines(outcome.changes);
    form.addLines(outcome.fresh);
    toast.good(`已导入 ${count} 行`);
    onClose();
  };
  return (
    <Modal
      open
      width={1080}
      title="导入明细"
      okText={`导入 ${count} 行`}
      okButtonProps={{ disabled: count === 0 || busy || form.resting }}
      cancelText="取消"
      onOk={apply}
      onCancel={onClose}
    >
      <TableSource
        hint={`${columns}；有标题行时按标题识别`}
        most={mostLines(definition)}
        disabled={busy}
        onRead={(given) => void take(given)}
      />
      {words !== '' && (
        <p className="desk-wrong" role="alert">
          {words}
        </p>
      )}
      {outcome && (
        <RowPreview
          name={`${definition.name}-import`}
          label={definition.lines?.fields['sku_id']?.label ?? ''}
          verb="导入"
          rows={outcome.rows}
          cut={found.cut}
          kept={keptSheet(sheet, found.rows)}
          height={360}
        />
      )}
    </Modal>
  );
}

/** The rows to ask about; those beyond what a document takes are cut and counted. */
function rowsOf(
  { rows, cut }: SheetRows,
  { sheet, most }: { sheet: LineSheet | undefined; most: number },
): Omit<Found, 'read'> | { words: string } {
  const read = lineRows(sheet, rows);
  if ('missing' in read) return { words: `缺少“${read.missing}”一列，可下载模板对照` };
  if (read.rows.length === 0) return { words: '没有明细' };
  const asked = read.rows.slice(0, most);
  return { rows, asked, cut: cut + read.rows.length - asked.length };
}
