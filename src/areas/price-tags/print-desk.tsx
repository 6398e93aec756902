import { Button, InputNumber } from 'antd';
import { useEffect, useId, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sku } from '#contract/areas/goods/sku.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { type TagPage, tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { tagLimits, templateType } from '#contract/areas/price-tags/tag-enums.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { reference, references } from '#contract/kit/kinds/reference.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { usePrintKey } from '#src/kit/desk/print/use-print-key.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { ask } from '#src/kit/notice.ts';
import { printPage } from '#src/platform/print.ts';
import type { Sent } from '#src/wire/sent.ts';
import styles from './price-tags.module.css';
import { TagFace } from './tag-face.tsx';
import { type PrintedTag, type PrintedTemplate, TagPrinter } from './tag-printer.tsx';

type Printed = OutputOf<typeof tagCalls.print>;
type Shown = Row & TagPage;

const asked = {
  template_id: reference(() => tagTemplate, '价签模板', {
    required: true,
    among: () => ({ template_type: templateType.priceTag }),
  }),
  shop_id: reference(() => shop, '门店', { required: true }),
  sku_ids: references(() => sku, '货品'),
};

/** Price tags of a shop: goods are scanned, pasted or those whose price changed today, each as often as needed, at the prices of this instant. */
export function PrintDesk() {
  const id = useId();
  const template = Number(useSearchParams()[0].get('template')) || undefined;
  const [values, setValues] = useState<Values>(template === undefined ? {} : { template_id: template });
  const [copies, setCopies] = useState<ReadonlyMap<number, number>>(new Map());
  const [printed, setPrinted] = useState<readonly PrintedTag[] | null>(null);
  const toast = useToast();
  const wire = useWire();
  const mayPrint = useAllowed(tagCalls.print.access);
  const command = useCommand<Printed>(tagTemplate);
  const templateId = idOf(values.template_id);
  const shopId = idOf(values.shop_id);
  const skuIds = useMemo(() => (Array.isArray(values.sku_ids) ? (values.sku_ids as number[]) : []), [values.sku_ids]);
  const face = useRead(tagTemplate, callsOf(tagTemplate).detail, {
    input: { id: templateId ?? 0 },
    when: templateId !== undefined,
  });
  const known = templateId === undefined ? undefined : (face.value as unknown as PrintedTemplate | undefined);
  const read = useRead(tagTemplate, tagCalls.preview, {
    input: { sku_ids: skuIds.slice(0, limits.pageSizeMost), ...(shopId === undefined ? {} : { shop_id: shopId }) },
    when: skuIds.length > 0,
  });
  const pages: Shown[] =
    skuIds.length === 0 ? [] : (read.value?.pages ?? []).map((page) => ({ ...page, id: page.sku_id }));
  const countOf = (skuId: number): number => copies.get(skuId) ?? 1;
  const total = pages.reduce((sum, { sku_id: one }) => sum + countOf(one), 0);

  // The browser prints what is drawn: not before this has been.
  useEffect(() => {
    if (!printed) return;
    printPage();
    setPrinted(null);
  }, [printed]);

  const settle = (sent: Sent<Printed>) => {
    if (sent.ok) setPrinted(sent.value.pages);
    else if (sent.failure.kind === 'refused') toast.bad(wordsOf(sent.failure));
  };
  const ready =
    templateId !== undefined &&
    shopId !== undefined &&
    known !== undefined &&
    pages.length > 0 &&
    !command.running &&
    !command.unknown;
  const print = async () => {
    if (!ready || !mayPrint) return;
    if (pages.some(({ printed_at: at }) => at !== null) && !(await ask('已打印过，是否再次打印？'))) return;
    const items = pages.map(({ sku_id }) => ({ sku_id, copies: countOf(sku_id) }));
    settle(await command.run(tagCalls.print, { template_id: templateId, shop_id: shopId, items }));
  };
  usePrintKey(() => void print());
  const addChanged = async () => {
    if (shopId === undefined) return;
    const sent = await wire.send(tagCalls.changed, { shop_id: shopId });
    if (!sent.ok) return toast.bad(wordsOf(sent.failure));
    const { list } = sent.value;
    if (list.length === 0) return toast.good('该门店今日没有调价的货品');
    const ids = [...new Set([...skuIds, ...list.map(({ sku_id }) => sku_id)])];
    if (ids.length > limits.pageSizeMost) toast.bad(`一次最多 ${limits.pageSizeMost} 个货品，其余请分批打印`);
    setValues((before) => ({ ...before, sku_ids: ids.slice(0, limits.pageSizeMost) }));
  };
  return (
    <PageFrame
      title="打印价签"
      extra={
        <>
          <Button disabled={shopId === undefined} onClick={() => void addChanged()}>
            加入今日调价
          </Button>
          {mayPrint && (
            <Button
              type="primary"
              loading={command.running}
              disabled={!ready || total > tagLimits.tags}
              onClick={() => void print()}
            >
              {`打印 ${total} 张`}
            </Button>
          )}
        </>
      }
    >
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void command.retry().then(settle)}
          onGiveUp={command.giveUp}
        />
      )}
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
      <Content of={{ failure: face.failure ?? read.failure, stale: read.stale, reload: read.reload }}>
        {pages.length > 0 && (
          <DataTable<Shown>
            name="price-tags-desk"
            label="价签"
            columns={columnsOf(countOf, (skuId, count) => setCopies((before) => new Map(before).set(skuId, count)))}
            rows={pages}
            height={360}
            loading={read.loading}
            busy={read.refreshing}
          />
        )}
        {known && pages.length > 0 && (
          <div className={styles.shown} aria-label="打印预览">
            {pages.slice(0, mostShown).map((page) => (
              <TagFace key={page.sku_id} sides={known} elements={known.lines} values={page.values} />
            ))}
          </div>
        )}
      </Content>
      {known && <TagPrinter template={known} printed={printed} />}
    </PageFrame>
  );
}

/** Tags of the preview: enough to see how they will be. */
const mostShown = 6;

const idOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function columnsOf(
  countOf: (skuId: number) => number,
  onCount: (skuId: number, count: number) => void,
): Column<Shown>[] {
  return [
    { name: 'sku_no', label: 'SKU编码', width: 140, render: (row) => row.sku_no },
    { name: 'name', label: '品名', width: 220, render: (row) => row.name },
    { name: 'color', label: '颜色', width: 90, render: (row) => row.values.color },
    { name: 'size', label: '尺码', width: 80, render: (row) => row.values.size },
    { name: 'tag_price', label: '吊牌价', width: 100, align: 'end', render: (row) => row.values.tag_price },
    { name: 'sale_price', label: '现售价', width: 100, align: 'end', render: (row) => row.values.sale_price },
    {
      name: 'printed_at',
      label: '此价上次打印',
      width: 150,
      render: (row) => (row.printed_at === null ? '' : printTime(row.printed_at)),
    },
    {
      name: 'copies',
      label: '份数',
      width: 110,
      render: (row) => (
        <InputNumber
          size="small"
          aria-label={`${row.sku_no} 份数`}
          min={1}
          max={tagLimits.copies}
          precision={0}
          value={countOf(row.sku_id)}
          onChange={(count) => onCount(row.sku_id, count ?? 1)}
        />
      ),
      text: (row) => String(countOf(row.sku_id)),
    },
  ];
}
