import { Select } from 'antd';
import { useId } from 'react';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { countersCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { person } from '#contract/kit/base-fields.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useOptions } from '#src/engine/use-options.ts';
import { useRead } from '#src/engine/use-read.ts';
import { FieldFrame } from '#src/kit/desk/field-row.tsx';

const field = stocktaking.fields.counter_ids;

/** Chooses who counts, among those who may count in the chosen warehouse. */
export function CounterField({ form }: { form: FormView }) {
  const id = useId();
  const warehouse = form.values.warehouse_id as number | null;
  const chosen = (form.values.counter_ids ?? []) as number[];
  const reading = useRead(stocktaking, countersCall, {
    input: { warehouse_id: warehouse ?? 0 },
    when: warehouse !== null,
  });
  const people = (warehouse !== null && reading.value?.list) || [];
  // Chosen for another warehouse, or before they lost their rights: in sight, so that they can be taken off.
  const others = chosen.filter((one) => !people.some((offered) => offered.id === one));
  const named = useOptions(person, { keyword: '', ids: others, open: false });
  const error = form.errors.counter_ids;
  return (
    <div className="desk-fields">
      <FieldFrame id={id} name="counter_ids" field={field} error={error} wide>
        {(describedBy) => (
          <Select<number[]>
            id={id}
            mode="multiple"
            allowClear
            placeholder={warehouse === null ? '请先选择盘点仓库' : '不指定：凡有权盘点此仓库的人'}
            disabled={form.resting || warehouse === null}
            loading={reading.loading}
            status={error === undefined ? '' : 'error'}
            aria-invalid={error !== undefined}
            aria-describedby={describedBy}
            value={chosen}
            showSearch={{ filterOption: (typed, option) => `${option?.label}`.includes(typed) }}
            options={[
              ...people.map(({ id: value, title, hint }) => ({ value, label: `${title} ${hint ?? ''}`.trim() })),
              ...others.map((value) => ({
                value,
                label: `${named.chosen.find((one) => one.id === value)?.title ?? `#${value}`}（不能盘点此仓库）`,
              })),
            ]}
            onChange={(ids) => form.set('counter_ids', ids)}
          />
        )}
      </FieldFrame>
    </div>
  );
}
