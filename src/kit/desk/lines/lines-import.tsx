import { Alert, Button, Modal, Upload } from 'antd';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import type { Values } from '#src/engine/row.ts';
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
  /** Asks what the rows are, each its cells, trimmed. */
  ask(rows: readonly (readonly string[])[]): Promise<Sent<ReadLines>>;
}

/** Lines of a form from a file: what every row came to is said before anything is put into the form; goods that are there are changed. */
export function LinesImport({ form, columns, ask }: LinesImportProps) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const take = async (file: File) => {
    setBusy(true);
    try {
      const read = await rowsOf(file, columns);
      if ('words' in read) return toast.bad(read.words);
      const sent = await ask(read.rows);
      if (!sent.ok) return toast.bad(wordsOf(sent.failure));
      setOutcome(outcomeOf(form, sent.value));
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

function outcomeOf(form: FormCore, { lines, errors }: ReadLines): Outcome {
  const known = new Map(form.lines.rows.map((line) => [line.values.sku_id, line.key]));
  return {
    errors,
    changes: new Map(
      lines.flatMap(({ sku_id, values }) => {
        const key = known.get(sku_id);
        return key === undefined ? [] : [[key, values] as const];
      }),
    ),
    fresh: lines
      .filter(({ sku_id }) => !known.has(sku_id))
      .map(({ sku_id, shown: words, values }) => ({ sku_id, ...words, ...values })),
  };
}

/** The rows of a file under its heading. */
async function rowsOf(file: File, columns: string): Promise<{ rows: string[][] } | { words: string }> {
  const table = openTable(file);
  try {
    const looked = await table.look({ rows: limits.documentLines + 1 }, () => undefined);
    if ('problem' in looked) return { words: '文件不能读取，请使用 CSV 或 XLSX' };
    const rows = (looked.view?.rows ?? []).map((cells) => cells.map((cell) => cell.trim()));
    if (rows.length === 0) return { words: `文件没有明细：第一行是标题，${columns}` };
    if (rows.length > limits.documentLines) return { words: `一次最多导入 ${limits.documentLines} 行` };
    return { rows };
  } finally {
    table.close();
  }
}
