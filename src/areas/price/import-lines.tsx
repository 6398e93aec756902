import { Alert, Button, Modal, Upload } from 'antd';
import { useState } from 'react';
import { type PriceRow, priceCalls } from '#contract/areas/price/price-calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { openTable } from '#workers/table.client.ts';

/** Lines of a price sheet from a file of two columns: what every row came to is said before anything is put into the form. */
export function ImportLines({ form }: { form: FormView }) {
  const wire = useWire();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const take = async (file: File) => {
    setBusy(true);
    try {
      const read = await rowsOf(file);
      if ('words' in read) return toast.bad(read.words);
      const sent = await wire.send(priceCalls.import, { rows: read.rows });
      if (!sent.ok) return toast.bad(wordsOf(sent.failure));
      const known = new Map(form.lines.rows.map((line) => [line.values.sku_id, line.key]));
      setOutcome({
        errors: sent.value.errors,
        changes: new Map(
          sent.value.lines.flatMap(({ sku_id, new_price }) => {
            const key = known.get(sku_id);
            return key === undefined ? [] : [[key, { new_price }] as const];
          }),
        ),
        fresh: sent.value.lines
          .filter(({ sku_id }) => !known.has(sku_id))
          .map(({ sku_id, sku_no, name, new_price }) => ({
            sku_id,
            sku_id__title: sku_no,
            sku_id__hint: name,
            new_price,
          })),
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

interface Outcome {
  readonly errors: readonly { readonly row: number; readonly words: string }[];
  readonly changes: ReadonlyMap<string, { new_price: number }>;
  readonly fresh: readonly Record<string, unknown>[];
}

/** Refused rows that are named one by one. */
const shown = 20;

/** The first two columns of a file under its headings: goods, and what they are to cost. */
async function rowsOf(file: File): Promise<{ rows: PriceRow[] } | { words: string }> {
  const table = openTable(file);
  try {
    const looked = await table.look({ rows: limits.documentLines + 1 }, () => undefined);
    if ('problem' in looked) return { words: '文件不能读取，请使用 CSV 或 XLSX' };
    const rows = (looked.view?.rows ?? []).map(([code = '', price = '']) => ({
      code: code.trim(),
      price: price.trim(),
    }));
    if (rows.length === 0) return { words: '文件没有明细：第一行是标题，第一列货品编码或条码，第二列新售价' };
    if (rows.length > limits.documentLines) return { words: `一次最多导入 ${limits.documentLines} 行` };
    return { rows };
  } finally {
    table.close();
  }
}
