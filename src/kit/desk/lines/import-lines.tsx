import { Alert, Button, Modal, Upload } from 'antd';
import { useState } from 'react';
import { templateFile } from '#contract/areas/tasks/imports.ts';
import { type LineSheet, lineRows } from '#contract/areas/tasks/line-sheet.ts';
import type { Call } from '#contract/kit/call.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import type { Values } from '#src/engine/row.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { saveFile } from '#src/platform/save-file.ts';
import { openTable } from '#workers/table.client.ts';
import { useToast } from '../toast.ts';

/** What a call says of the rows of a file: lines, and the rows that made none, counted from 1. */
interface Read<Line> {
  readonly lines: readonly Line[];
  readonly errors: readonly { readonly row: number; readonly words: string }[];
}

interface ImportLinesProps<Line, In> {
  form: Pick<FormCore, 'lines' | 'changeLines' | 'addLines' | 'resting'>;
  sheet: LineSheet;
  /** Reads the rows of a file; nothing is stored. */
  call: Call<In, Read<Line>>;
  /** What the call is asked. */
  inputOf(rows: Record<string, string>[]): In;
  /** What a line becomes in the form; companions of references included. */
  valuesOf(line: Line): Values;
  /** The field by which a line that is in the form already is known: it is changed, and not there twice. None: all are added. */
  known?: string;
}

/** Lines of a form from a file, or the template of one: what every row came to is said before anything is put into the form. */
export function ImportLines<Line, In>({ form, sheet, call, inputOf, valuesOf, known }: ImportLinesProps<Line, In>) {
  const wire = useWire();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const take = async (file: File) => {
    setBusy(true);
    try {
      const read = await rowsOf(file, sheet);
      if ('words' in read) return toast.bad(read.words);
      const sent = await wire.send(call, inputOf(read.rows));
      if (!sent.ok) return toast.bad(wordsOf(sent.failure));
      const keys = new Map(
        known === undefined ? [] : form.lines.rows.map((line) => [line.values[known], line.key] as const),
      );
      const lines = sent.value.lines.map(valuesOf);
      const keyOf = (values: Values) => (known === undefined ? undefined : keys.get(values[known]));
      setOutcome({
        errors: sent.value.errors,
        changes: new Map(
          lines.flatMap((values) => {
            const key = keyOf(values);
            return key === undefined ? [] : [[key, values] as const];
          }),
        ),
        fresh: lines.filter((values) => keyOf(values) === undefined),
      });
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
  const saveTemplate = async () => {
    const sent = await wire.file(templateFile, { tpl_code: sheet.template });
    if (sent.ok) saveFile(sent.value.blob, sent.value.name);
    else toast.bad(wordsOf(sent.failure));
  };
  const count = outcome ? outcome.changes.size + outcome.fresh.length : 0;
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
        <Button loading={busy} disabled={form.resting}>
          导入明细
        </Button>
      </Upload>
      <Button type="text" onClick={() => void saveTemplate()}>
        下载模板
      </Button>
      {outcome && (
        <Modal
          open
          title="导入明细"
          okText={`导入 ${count} 行`}
          okButtonProps={{ disabled: count === 0 }}
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

interface Outcome {
  readonly errors: Read<unknown>['errors'];
  readonly changes: ReadonlyMap<string, Values>;
  readonly fresh: readonly Values[];
}

/** Refused rows that are named one by one. */
const shown = 20;

/** The rows of a file under its heading, by the columns of the sheet. */
async function rowsOf(
  file: File,
  sheet: LineSheet,
): Promise<{ rows: Record<string, string>[] } | { words: string }> {
  const table = openTable(file);
  try {
    const looked = await table.look({ rows: limits.documentLines + 1 }, () => undefined);
    if ('problem' in looked || !looked.view) return { words: '文件不能读取，请使用 CSV 或 XLSX' };
    const { headings, rows } = looked.view;
    const read = lineRows(sheet, { heading: headings, rows });
    if ('missing' in read) return { words: `文件缺少“${read.missing}”一列，可下载模板对照` };
    if (read.rows.length === 0) return { words: '文件没有明细：第一行是标题，明细从第二行开始' };
    if (read.rows.length > limits.documentLines) return { words: `一次最多导入 ${limits.documentLines} 行` };
    return read;
  } finally {
    table.close();
  }
}
