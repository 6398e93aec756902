import { useId } from 'react';
import { attributeValue } from '#contract/areas/goods/attribute.ts';
import { categoryProperty, type PropertyKey, propertyCalls } from '#contract/areas/goods/category-property.ts';
import type { Field } from '#contract/kit/field.ts';
import { reference, references } from '#contract/kit/kinds/reference.ts';
import { text } from '#contract/kit/kinds/text.ts';
import { date } from '#contract/kit/kinds/time.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';

/** The attributes that the chosen category has, each with the input that it asks for: they are the lines of the style. */
export function AttributeFields({ form }: { form: FormView }) {
  const category = form.values['category_id'];
  return (
    <section className="desk-block">
      <h2>商品属性</h2>
      {typeof category === 'number' ? (
        <OfCategory key={category} form={form} categoryId={category} />
      ) : (
        <p className="desk-hint">选择商品分类后填写它的属性。</p>
      )}
    </section>
  );
}

function OfCategory({ form, categoryId }: { form: FormView; categoryId: number }) {
  const id = useId();
  const keys = useRead(categoryProperty, propertyCalls.keys, { input: { category_id: categoryId, bound: 1 } });
  const { rows } = form.lines;
  const change = (key: PropertyKey, value: Record<string, unknown>) => {
    const line = rows.find(({ values }) => values['key_id'] === key.id);
    const empty = Object.values(value).every(
      (one) => one === null || one === '' || (Array.isArray(one) && one.length === 0),
    );
    if (line && empty) form.removeLines(new Set([line.key]));
    else if (line) form.changeLines(new Map([[line.key, value]]));
    else if (!empty) form.addLines([{ key_id: key.id, ...value }]);
  };
  const wrong = Object.entries(form.errors).find(([path]) => path.startsWith('lines'))?.[1];
  return (
    <Content of={keys}>
      {keys.value?.list.length === 0 && <p className="desk-hint">该分类没有属性。</p>}
      <div className="desk-fields">
        {keys.value?.list.map((key) => {
          const held = rows.find(({ values }) => values['key_id'] === key.id)?.values ?? {};
          const { field, name, value, put } = inputOf(key, held);
          return (
            <FieldRow
              key={key.id}
              id={`${id}-${key.id}`}
              name={name}
              field={field}
              values={{ [name]: value }}
              onChange={(_name, typed) => change(key, put(typed))}
              disabled={form.resting}
            />
          );
        })}
      </div>
      {wrong && (
        <p className="desk-wrong" role="alert">
          {wrong}
        </p>
      )}
    </Content>
  );
}

interface Input {
  readonly field: Field;
  readonly name: string;
  readonly value: unknown;
  put(typed: unknown): Record<string, unknown>;
}

const [single, several, , , day] = [1, 2, 3, 4, 5];

function inputOf({ id, name: label, input_type, binding }: PropertyKey, held: Record<string, unknown>): Input {
  const options = { required: binding?.is_required === true, among: () => ({ key_id: id }) };
  const ids = (held['value_ids'] as number[] | undefined) ?? [];
  if (input_type === single)
    return {
      field: reference(() => attributeValue, label, options),
      name: `value-${id}`,
      value: ids[0] ?? null,
      put: (typed) => ({ value_ids: typeof typed === 'number' ? [typed] : [] }),
    };
  if (input_type === several)
    return {
      field: references(() => attributeValue, label, options),
      name: `values-${id}`,
      value: ids,
      put: (typed) => ({ value_ids: (typed as number[] | null) ?? [] }),
    };
  const { required } = options;
  return {
    field: input_type === day ? date(label, { required }) : text(label, { required, most: 200 }),
    name: `text-${id}`,
    value: held['text'] ?? null,
    put: (typed) => ({ text: typed === '' ? null : typed }),
  };
}
