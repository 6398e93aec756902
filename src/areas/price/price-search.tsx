import { Empty } from 'antd';
import { useId, useMemo, useState } from 'react';
import { sku } from '#contract/areas/goods/sku.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { priceCalls } from '#contract/areas/price/price-calls.ts';
import { priceRecord } from '#contract/areas/price/price-record.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { salePrice } from '#contract/areas/price/sale-price.ts';
import type { Fields } from '#contract/kit/field.ts';
import { reference, references } from '#contract/kit/kinds/reference.ts';
import { text } from '#contract/kit/kinds/text.ts';
import { time } from '#contract/kit/kinds/time.ts';
import type { Values } from '#src/engine/row.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { SaveFileButton } from '#src/kit/desk/save-file-button.tsx';
import { PriceChart } from './price-chart.tsx';
import { PriceReasons } from './price-reasons.tsx';

/** What goods are sold at, what they will be sold at on a day in a shop and why, and how it came to that. */
export function Screen() {
  const [asked, setAsked] = useState<Values>({});
  const skuIds = useMemo(() => (Array.isArray(asked.sku_ids) ? (asked.sku_ids as number[]) : []), [asked.sku_ids]);
  const chosen = { sku_id: skuIds };
  const id = useId();
  return (
    <PageFrame
      title="价格查询"
      extra={
        <SaveFileButton
          call={priceCalls.exportRecords}
          input={{ sku_id: skuIds, fileName: priceRecord.label, export: 1 }}
          disabled={skuIds.length === 0}
        />
      }
    >
      <div className="desk-fields">
        {Object.entries(askedFields).map(([name, field], index) => (
          <FieldRow
            key={name}
            id={`${id}-${name}`}
            name={name}
            field={field}
            values={asked}
            onChange={(changed, value, shown) => setAsked((before) => ({ ...before, [changed]: value, ...shown }))}
            autoFocus={index === 0}
          />
        ))}
      </div>
      {skuIds.length === 0 ? (
        <Empty description="请选择货品" />
      ) : (
        <>
          <PriceReasons asked={asked} skuIds={skuIds} />
          {skuIds.length === 1 && <PriceChart skuId={skuIds[0] ?? 0} />}
          <FixedList definition={salePrice} fixed={chosen} heading />
          <FixedList definition={priceRecord} fixed={chosen} heading />
        </>
      )}
    </PageFrame>
  );
}

const askedFields = {
  sku_ids: references(() => sku, sku.label),
  shop_id: reference(() => shop, shop.label),
  sale_channel_value: text(priceSheet.fields.sale_channel_value.label),
  at: time('时间'),
} satisfies Fields;
