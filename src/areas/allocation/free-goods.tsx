import { Alert } from 'antd';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotCalls } from '#contract/areas/allocation/allot-calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';

/** Which lines ask for more than the sender has free, while they are written; nothing while all can be had. */
export function FreeGoodsNote({ form }: { form: FormView }) {
  const sender = form.values.out_warehouse_id;
  const rows = form.lines.rows.filter(({ values }) => typeof values.sku_id === 'number');
  const sku_ids = [...new Set(rows.map(({ values }) => Number(values.sku_id)))].toSorted((one, other) => one - other);
  const free = useRead(allot, allotCalls.available, {
    input: { out_warehouse_id: Number(sender), sku_ids },
    when: typeof sender === 'number' && sku_ids.length > 0 && form.mode === 'add',
  });
  if (!free.value || form.mode !== 'add') return null;
  const has = new Map(free.value.list.map((one) => [`${one.sku_id}/${one.imperfect_type}`, one.available]));
  const short = rows.flatMap(({ values }) => {
    const available = has.get(`${values.sku_id}/${values.imperfect_type ?? 0}`) ?? 0;
    return Number(values.qty ?? 0) > available
      ? [`${values[titleKey('sku_id')] ?? ''} 可用 ${grouped(available)}`]
      : [];
  });
  if (short.length === 0) return <p className="desk-hint">{`${grouped(sku_ids.length)} 个货品，调出仓库存足够`}</p>;
  return (
    <Alert
      type="warning"
      title={`${short.length} 行超过调出仓的可用库存：${short.slice(0, named).join('；')}${short.length > named ? ' 等' : ''}`}
    />
  );
}

/** Lines that the sentence names one by one. */
const named = 5;
