import { sku } from '#contract/areas/goods/sku.ts';
import { type PriceAnswer, type PriceReason, priceCalls } from '#contract/areas/price/price-calls.ts';
import { priceType } from '#contract/areas/price/price-enums.ts';
import { salePrice } from '#contract/areas/price/sale-price.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { spanWords } from './span-words.ts';

/** The price that goods have at the time and place asked about, what it is by, and what it would be otherwise. */
export function PriceReasons({ asked, skuIds }: { asked: Values; skuIds: readonly number[] }) {
  const at = useInstant(asked.at);
  const read = useRead(salePrice, priceCalls.simulate, {
    input: {
      sku_ids: [...skuIds],
      at,
      ...(typeof asked.shop_id === 'number' ? { shop_id: asked.shop_id } : {}),
      ...(typeof asked.sale_channel_value === 'string' && asked.sale_channel_value !== ''
        ? { sale_channel_value: asked.sale_channel_value }
        : {}),
    },
  });
  const rows = (read.value?.list ?? []).map((answer) => ({ ...answer, id: answer.sku_id }));
  return (
    <section className="desk-block">
      <h2>{`${printTime(at)} 的售价`}</h2>
      <Content of={read}>
        <DataTable<Shown>
          name="price-reasons"
          label="售价"
          columns={columns}
          rows={rows}
          height={Math.min(280, 48 + Math.max(1, rows.length) * 36)}
          loading={read.loading}
          busy={read.refreshing}
        />
      </Content>
    </section>
  );
}

// Now, by the minute: asked by the second it would be another question with every key that is pressed.
function useInstant(at: unknown): string {
  if (typeof at === 'string' && at !== '') return at;
  return new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
}

type Shown = Row & PriceAnswer;

const columns: Column<Shown>[] = [
  { name: 'sku_no', label: sku.fields.sku_no.label, width: 160, render: (row) => row.sku_no },
  { name: 'name', label: sku.fields.name.label, width: 220, render: (row) => row.name },
  {
    name: 'price',
    label: salePrice.fields.price.label,
    width: 104,
    align: 'end',
    render: (row) => printYuan(row.price),
  },
  { name: 'why', label: '依据', width: 420, render: ({ reasons: [first] }) => (first ? wordsOf(first) : '吊牌价') },
  {
    name: 'else',
    label: '其他有效价格',
    width: 420,
    render: ({ reasons: [, ...others] }) => others.map(wordsOf).join('；') || '无',
  },
];

function wordsOf(reason: PriceReason): string {
  const { price, price_type: type, scope_name: scope, price_no: no, planned } = reason;
  const words = [
    priceType[type as keyof typeof priceType],
    scope,
    printYuan(price),
    spanWords(reason),
    ...(no ? [`${no}${planned ? '（待生效）' : ''}`] : []),
  ];
  return words.join(' · ');
}
