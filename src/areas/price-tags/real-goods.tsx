import { useId, useState } from 'react';
import { sku } from '#contract/areas/goods/sku.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import type { Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import styles from './price-tags.module.css';
import { type PlacedElement, TagFace, type TagSides } from './tag-face.tsx';

const asked = { sku_id: reference(() => sku, '预览货品'), shop_id: reference(() => shop, '预览门店') };

/** The tag as it is now, with the values of goods that somebody chooses, in its own size. */
export function RealGoods({ sides, elements }: { sides: TagSides; elements: readonly PlacedElement[] }) {
  const id = useId();
  const [values, setValues] = useState<Values>({});
  const skuId = typeof values.sku_id === 'number' ? values.sku_id : undefined;
  const shopId = typeof values.shop_id === 'number' ? values.shop_id : undefined;
  const read = useRead(tagTemplate, tagCalls.preview, {
    input: { sku_ids: [skuId ?? 0], ...(shopId === undefined ? {} : { shop_id: shopId }) },
    when: skuId !== undefined,
  });
  const [page] = skuId === undefined ? [] : (read.value?.pages ?? []);
  return (
    <section aria-label="真实货品预览">
      <div className="desk-fields">
        {Object.entries(asked).map(([name, field]) => (
          <FieldRow
            key={name}
            id={`${id}-${name}`}
            name={name}
            field={field}
            values={values}
            onChange={(changed, value, shown) => setValues((before) => ({ ...before, [changed]: value, ...shown }))}
          />
        ))}
      </div>
      <Content of={{ failure: read.failure, stale: read.stale, reload: read.reload }}>
        {page && (
          <div className={styles.shown}>
            <TagFace sides={sides} elements={elements} values={page.values} />
          </div>
        )}
      </Content>
    </section>
  );
}
