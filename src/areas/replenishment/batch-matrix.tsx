import { Alert } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { batchAllot, matrixLimits } from '#contract/areas/replenishment/batch-allot.ts';
import { batchCalls, type MatrixView } from '#contract/areas/replenishment/replenishment-calls.ts';
import type { InputOf } from '#contract/kit/call.ts';
import { limits } from '#contract/kit/limits.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { crossCell, crossFields } from '#src/engine/form/cross.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';
import { LineCross } from '#src/kit/desk/lines/line-cross.tsx';
import { type Cross, useCross } from '#src/kit/desk/lines/use-standing.ts';
import { ProposalBar } from './proposal-bar.tsx';
import { ShopsBar } from './shops-bar.tsx';

/** The matrix of a batch: beside each piece of goods what the sender may still give away, under each cell how its receiver stands. */
export function BatchMatrix({ form }: { form: FormView }) {
  if (!of) throw new Error(`${batchAllot.name} has no matrix`);
  const cross = useCross(form, of);
  useGoodsOf(form, cross);
  const { view, failed } = useMatrixView(form, cross);
  const free = useMemo(() => new Map(view?.goods.map((one) => [one.sku_id, one.available])), [view]);
  const shelves = useMemo(
    () => new Map(view?.shelves.map((one) => [crossCell(one.sku_id, one.warehouse_id), one])),
    [view],
  );
  return (
    <>
      {failed && <Alert type="warning" title="库存暂时不能读取，保存时再核对可用数量" />}
      <LineCross
        form={form}
        of={of}
        cross={cross}
        limit={{ label: '可用', left: '剩余', of: (goods) => free.get(goods) }}
        note={(goods, to) => {
          const shelf = shelves.get(crossCell(goods, to));
          return shelf && `存${shelf.available} 途${shelf.coming} 销${shelf.sold}`;
        }}
        tools={(put) => (
          <>
            <ShopsBar form={form} add={cross.across.add} />
            <ProposalBar form={form} view={view} rows={cross.goods.all} columns={cross.across.all} put={put} />
          </>
        )}
      />
      <p className="desk-hint">格内小字：可用库存、在途和待发、近 28 天销量（件）</p>
    </>
  );
}

const of = crossFields(batchAllot);

/** A new batch that its person came to from goods that came in begins with these down the side. */
function useGoodsOf({ mode }: FormView, { goods }: Cross): void {
  const id = useRecordId('inbound_id');
  const { record } = useDetail(inWareBatch, mode === 'add' ? id : undefined);
  const done = useRef(false);
  const { add } = goods;
  useEffect(() => {
    if (!record || done.current) return;
    done.current = true;
    const lines = (record.lines ?? []) as unknown as readonly Row[];
    const came = lines.filter((line) => Number(line['in_qty']) > 0 && Number(line['imperfect_type']) === 0);
    add(
      came.map((line) => ({
        id: Number(line['sku_id']),
        title: String(line['sku_id__title'] ?? line['sku_id']),
        hint: String(line['sku_id__hint'] ?? ''),
      })),
    );
  }, [record, add]);
}

/** What stands beside the cells, asked again as goods or receivers are added. */
function useMatrixView(
  { values }: FormView,
  { goods, across }: Cross,
): { view: MatrixView | undefined; failed: boolean } {
  const from = values.out_warehouse_id;
  const idsOf = (all: readonly { id: number }[], most: number) =>
    all
      .map(({ id }) => id)
      .toSorted((one, other) => one - other)
      .slice(0, most);
  const text = useDeferredValue(
    JSON.stringify({
      out_warehouse_id: typeof from === 'number' ? from : 0,
      in_warehouse_ids: idsOf(across.all, matrixLimits.receivers),
      sku_ids: idsOf(goods.all, limits.pastedEntries),
    }),
  );
  const asked = useMemo(() => JSON.parse(text) as InputOf<typeof batchCalls.addView>, [text]);
  const read = useRead(batchAllot, batchCalls.addView, {
    input: asked,
    when: asked.out_warehouse_id > 0 && asked.sku_ids.length > 0,
  });
  return { view: read.value, failed: read.failure !== null };
}
