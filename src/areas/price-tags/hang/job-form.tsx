import { Button } from 'antd';
import { useState } from 'react';
import { sku } from '#contract/areas/goods/sku.ts';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { hangSource } from '#contract/areas/price-tags/tag-enums.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { jobAt } from '../addresses.ts';

/** A new job: goods by hand, or those of a purchase order or of an order of codes, as many as have no tag yet. */
export function JobForm() {
  return (
    <FormPage
      definition={hangTagJob}
      title="新建吊牌制作单"
      totals={['qty']}
      linesAs="sheet"
      listAt={jobAt.list}
      savedAt={(saved) => jobAt.bench(saved.id)}
      slots={{ above: (form) => <FromSource form={form} /> }}
    />
  );
}

/** Puts the goods of the source into the lines, in place of those that stand there. */
function FromSource({ form }: { form: FormView }) {
  const wire = useWire();
  const [wrong, setWrong] = useState('');
  const { source_type: type, source_no: no, write_epc: write } = form.values;
  if (type !== hangSource.purchaseOrder && type !== hangSource.codeOrder) return null;
  const ready = typeof no === 'string' && no.trim() !== '';
  const take = async () => {
    setWrong('');
    const asked = { source_type: Number(type), source_no: String(no).trim(), write_epc: write === true };
    const sent = await wire.send(tagCalls.jobSource, asked, { hideLoading: true, ownWords: true });
    if (!sent.ok) return setWrong(wordsOf(sent.failure));
    const { list } = sent.value;
    if (list.length === 0) return setWrong('该单据的吊牌都已制作');
    const named = await wire.send(callsOf(sku).options, { ids: list.map(({ sku_id }) => sku_id) } as never, {
      hideLoading: true,
      ownWords: true,
    });
    const titles = new Map(named.ok ? named.value.list.map((one) => [one.id, one]) : []);
    form.removeLines(new Set(form.lines.rows.map(({ key }) => key)));
    form.addLines(
      list.map(({ sku_id, qty }) => ({
        sku_id,
        sku_id__title: titles.get(sku_id)?.title ?? null,
        sku_id__hint: titles.get(sku_id)?.hint ?? null,
        qty,
      })),
    );
  };
  return (
    <div className="desk-block">
      <Button disabled={!ready || form.resting} onClick={() => void form.during(take)}>
        带出来源明细
      </Button>
      <span className="desk-hint"> 数量为尚未制作吊牌的件数，可以修改</span>
      {wrong && (
        <p className="desk-wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
