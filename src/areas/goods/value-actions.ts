import { attributeCalls, attributeValue } from '#contract/areas/goods/attribute.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { texts } from '#contract/kit/kinds/text.ts';
import type { Row } from '#src/engine/row.ts';
import type { Asking } from '#src/kit/desk/ask-dialog.tsx';

type AnyAsking = Asking<never, never>;

/** Several values of one attribute: one a line, its code behind a tab or a comma. */
export const addAsking = (keyId: number): AnyAsking =>
  asked({
    title: '添加属性值',
    fields: { values: texts('属性值', { required: true }) },
    call: attributeCalls.addValues,
    input: ({ values }) => ({
      key_id: keyId,
      values: (values as string[]).map((line) => {
        const [value = '', code] = line.split(/[\t,，]/).map((part) => part.trim());
        return code ? { value, code } : { value };
      }),
    }),
    done: ({ list }) => ({ good: `已添加 ${list.length} 个属性值` }),
  });

/** One of several that mean the same is kept. */
export const mergeAsking = (rows: readonly Row[]): AnyAsking =>
  asked({
    title: `合并 ${rows.length} 个属性值`,
    fields: {
      keep_id: reference(() => attributeValue, '保留', { required: true, among: () => ({ key_id: rows[0]?.key_id }) }),
    },
    call: attributeCalls.mergeValues,
    input: ({ keep_id }) => ({
      keep_id: keep_id as number,
      ids: rows.map(({ id }) => id).filter((id) => id !== keep_id),
    }),
    done: ({ count, moved }) => ({ good: `已合并 ${count} 个属性值，改写 ${moved} 处` }),
  });

const asked = <In, Out>(asking: Asking<In, Out>): AnyAsking => asking as unknown as AnyAsking;
