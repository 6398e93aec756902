import { Alert, Button, Modal, Upload } from 'antd';
import { useState } from 'react';
import { type LineSheet, lineRows } from '#contract/areas/tasks/line-sheet.ts';
import { templateFile } from '#contract/areas/tasks/templates.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import type { Values } from '#src/engine/row.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { saveFile } from '#src/platform/save-file.ts';
import type { Sent } from '#src/wire/sent.ts';
import { openTable } from '#workers/table.client.ts';
import { useToast } from '../toast.ts';

/** What the rows of a file came to: lines of goods with the values that they are to have, and why others are none. */
export interface ReadLines {
  readonly lines: readonly { readonly sku_id: number; readonly shown: Values; readonly values: Values }[];
  readonly errors: readonly { readonly row: number; readonly words: string }[];
}

interface LinesImportProps {
  form: FormCore;
  /** What the columns of the file are, in their order, for whoever brings one without any. */
  columns: string;
  /** The sheet that its template is of: columns are known by their headings then, and handed out in the order of the sheet. */
  sheet?: LineSheet;
  /** The field by which a line that is there already is known and changed; `sku_id` unless told, none where each row is a line. */
  known?: string | null;
  /** Asks what the rows are, each its cells, trimmed. */
  ask(rows: readonly (readonly string[])[]): Promise<Sent<ReadLines>>;
}

/** Lines of a form from a file: what every row came to is said before anything is put into the form; goods that are there are changed. */
export function LinesImport({ form, columns, sheet, known = 'sku_id', ask }: LinesImportProps) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const take = async (file: File) => {
    setBusy(true);
    try {
      const read = await rowsOf(file, columns, sheet);
      if ('words' in read) return toast.bad(read.words);
      const sent = await ask(read.rows);
      if (!sent.ok) return toast.bad(wordsOf(sent.failure));
      setOutcome(outcomeOf(form, sent.value, known));
    } finally {
      setBusy(false);
    }
  };
  const apply = ({ changes, fresh }: Outcome) => {
    form.changeLines(changes);
    form.addLines(fresh);
    setOutcome(null);
    toast.good(`已导入 ${changes.size + fresh.length} 行`);
  };
  return (
    <>
      <Upload
        accept=".csv,.xlsx"
        showUploadList={false}
        disabled={form.resting}
        beforeUpload={(file) => {
          void take(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button loading={busy}>导入明细</Button>
      </Upload>
      {sheet && <TemplateButton sheet={sheet} />}
      {outcome && (
        <Modal
          open
          title="导入明细"
          okText={`导入 ${outcome.changes.size + outcome.fresh.length} 行`}
          okButtonProps={{ disabled: outcome.changes.size + outcome.fresh.length === 0 }}
          cancelText="取消"
          onOk={() => apply(outcome)}
          onCancel={() => setOutcome(null)}
        >
          <p>{`新增 ${outcome.fresh.length} 行，更新 ${outcome.changes.size} 行，不能导入 ${outcome.errors.length} 行`}</p>
          {outcome.errors.length > 0 && (
            <Alert
              type="warning"
              title="以下各行不会导入"
              description={
                <ul className="desk-plain-list">
                  {outcome.errors.slice(0, shown).map(({ row, words }) => (
                    <li key={row}>{`第 ${row} 行：${words}`}</li>
                  ))}
                  {outcome.errors.length > shown && <li>{`另有 ${outcome.errors.length - shown} 行`}</li>}
                </ul>
              }
            />
          )}
        </Modal>
      )}
    </>
  );
}

interface Outcome extends Pick<ReadLines, 'errors'> {
  readonly changes: ReadonlyMap<string, Values>;
  readonly fresh: readonly Values[];
}

/** Refused rows that are named one by one. */
const shown = 20;

function outcomeOf(form: FormCore, { lines, errors }: ReadLines, known: string | null): Outcome {
  const keys = new Map(known === null ? [] : form.lines.rows.map((line) => [line.values[known], line.key] as const));
  return {
    errors,
    changes: new Map(
      lines.flatMap(({ sku_id, values }) => {
        const key = keys.get(sku_id);
        return key === undefined ? [] : [[key, values] as const];
      }),
    ),
    fresh: lines
      .filter(({ sku_id }) => !keys.has(sku_id))
      .map(({ sku_id, shown: words, values }) => ({ sku_id, ...words, ...values })),
  };
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

/** The rows of a file under its heading. */
async function rowsOf(
  file: File,
  columns: string,
  sheet: LineSheet | undefined,
): Promise<{ rows: string[][] } | { words: string }> {
  const table = openTable(file);
  try {
    const looked = await table.look({ rows: limits.documentLines + 1 }, () => undefined);
    if ('problem' in looked) return { words: '文件不能读取，请使用 CSV 或 XLSX' };
    const { headings = [], rows: cells = [] } = looked.view ?? {};
    const read = sheet ? lineRows(sheet, { headings, rows: cells }) : { rows: cells.map((row) => row.map(trimmed)) };
    if ('missing' in read) return { words: `文件缺少“${read.missing}”一列，可下载模板对照` };
    const { rows } = read;
    if (rows.length === 0) return { words: `文件没有明细：第一行是标题，${columns}` };
    if (rows.length > limits.documentLines) return { words: `一次最多导入 ${limits.documentLines} 行` };
    return { rows };
  } finally {
    table.close();
  }
}

const trimmed = (cell: string): string => cell.trim();
