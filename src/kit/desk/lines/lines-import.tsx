import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { type LineSheet, lineRows, type SheetRow } from '#contract/areas/tasks/line-sheet.ts';
import { templateFile } from '#contract/areas/tasks/templates.ts';
import { limits } from '#contract/kit/limits.ts';
import type { SheetRows } from '#src/engine/bulk/read-sheet.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { saveFile } from '#src/platform/save-file.ts';
import type { Sent } from '#src/wire/sent.ts';
import { RowPreview } from '../bulk/row-preview.tsx';
import { TableSource } from '../bulk/table-source.tsx';
import { useToast } from '../toast.ts';
import { importOutcome, type ReadLines } from './import-preview.ts';

interface LinesImportProps {
  form: FormCore;
  /** What the columns of a sheet are, in their order, for whoever brings one without any heading. */
  columns: string;
  /** The sheet that its template is of: columns are known by their headings then, and handed out in the order of the sheet. */
  sheet?: LineSheet;
  /** The field by which a line that is there already is known and changed; `sku_id` unless told, none where each row is a line. */
  known?: string | null;
  /** Asks what the rows are, each its cells, trimmed. Nothing is stored. */
  ask(rows: readonly (readonly string[])[]): Promise<Sent<ReadLines>>;
}

/** Lines of a form from a file or what was copied: every row is shown with what it would change, or why it is left out, before anything is put into the form. */
export function LinesImport(props: LinesImportProps) {
  const [open, setOpen] = useState(false);
  const { form, sheet } = props;
  return (
    <>
      <Button disabled={form.resting} onClick={() => setOpen(true)}>
        导入明细
      </Button>
      {sheet && <TemplateButton sheet={sheet} />}
      {open && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Rows that were read, and what they came to. */
interface Found {
  readonly asked: readonly SheetRow[];
  readonly read: ReadLines;
  readonly cut: number;
}

function ImportDialog({
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
    const read = rowsOf(given, sheet);
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
        most={limits.documentLines}
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
          height={360}
        />
      )}
    </Modal>
  );
}

/** The rows to ask about; those beyond what a document takes are cut and counted. */
function rowsOf({ rows, cut }: SheetRows, sheet: LineSheet | undefined): Omit<Found, 'read'> | { words: string } {
  const read = lineRows(sheet, rows);
  if ('missing' in read) return { words: `缺少“${read.missing}”一列，可下载模板对照` };
  if (read.rows.length === 0) return { words: '没有明细' };
  const asked = read.rows.slice(0, limits.documentLines);
  return { asked, cut: cut + read.rows.length - asked.length };
}

/** The template of a sheet, to be filled in. */
function TemplateButton({ sheet }: { sheet: LineSheet }) {
  const wire = useWire();
  const toast = useToast();
  const save = async () => {
    const sent = await wire.file(templateFile, { tpl_code: sheet.template });
    if (sent.ok) saveFile(sent.value.blob, sent.value.name);
    else toast.bad(wordsOf(sent.failure));
  };
  return (
    <Button type="text" onClick={() => void save()}>
      下载模板
    </Button>
  );
}
