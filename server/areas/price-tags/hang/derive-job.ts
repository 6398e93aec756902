import { sql } from 'kysely';
import { codesMost } from '#contract/areas/codes/code-enums.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import type { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { hangSource, hangSources, templateType } from '#contract/areas/price-tags/tag-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { SavedValues, Values } from '#server/kit/save-record.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';
import { openOf, printable, type SourceAsked } from './job-source.ts';

interface Asked {
  readonly sku_id: number;
  readonly qty: number;
}

/** What a new job is worth; refuses a template that does not fit its goods, goods that its source has not, and more codes than are free. */
export async function deriveJob(context: WriteContext, values: SavedValues<typeof hangTagJob>): Promise<Values> {
  const lines = (values.lines ?? []) as Asked[];
  if (lines.length === 0) throw new Refusal('invalid', '请至少填写 1 行明细', 'lines');
  const total = lines.reduce((sum, { qty }) => sum + qty, 0);
  if (total > codesMost) throw new Refusal('invalid', `一张制作单最多 ${codesMost} 张吊牌`, 'lines');
  await refuseTemplate(context, values.template_id, lines);
  if (values.source_type !== hangSource.goods) await refuseNotOf(context, values, lines);
  return { total_qty: total };
}

async function refuseTemplate({ db }: WriteContext, id: number, lines: readonly Asked[]): Promise<void> {
  const { rows } = await sql<{ name: string; template_type: number; status: number; brand_ids: number[] }>`
    select name, template_type, status, brand_ids from tag_template where id = ${id}`.execute(db);
  const [template] = rows;
  if (!template) throw new Refusal('notFound');
  if (template.status !== 1) throw new Refusal('invalid', `模板“${template.name}”已停用`, 'template_id');
  if (template.template_type !== templateType.hangTag)
    throw new Refusal('invalid', `“${template.name}”不是吊牌模板`, 'template_id');
  if (template.brand_ids.length === 0) return;
  const skuIds = lines.map(({ sku_id }) => sku_id);
  const { rows: others } = await sql<{ id: number; sku_no: string }>`
    select id, sku_no from sku where id = any(${skuIds}::bigint[]) and brand_id <> all(${template.brand_ids}::bigint[]) order by id limit 1`.execute(
    db,
  );
  const [other] = others;
  if (other)
    throw new GoodsRefusal(
      'invalid',
      { skuId: other.id, skuNo: other.sku_no },
      (goods) => `模板“${template.name}”不用于 ${goods} 的品牌`,
      `lines.${skuIds.indexOf(other.id)}.sku_id`,
    );
}

async function refuseNotOf(
  context: WriteContext,
  values: SavedValues<typeof hangTagJob>,
  lines: readonly Asked[],
): Promise<void> {
  const asked = values as unknown as SourceAsked;
  const source = hangSources[asked.source_type as 2 | 3];
  const open = new Map((await openOf(context, asked, true)).map((one) => [one.sku_id, one]));
  for (const [place, { sku_id, qty }] of lines.entries()) {
    const goods = open.get(sku_id);
    if (!goods) throw new Refusal('invalid', `第 ${place + 1} 行的货品不在${source}中`, `lines.${place}.sku_id`);
    // Of an order of goods a few more may be made, for those that tear; each code has one tag.
    if (asked.source_type === hangSource.codeOrder && qty > goods.open)
      throw new GoodsRefusal(
        'invalid',
        { skuId: sku_id, skuNo: goods.sku_no },
        (name) =>
          `${name} 还有 ${goods.open} 个唯一码可以${asked.write_epc ? '写' : '打印'}，其余已在别的制作单或已入库`,
        `lines.${place}.qty`,
      );
  }
}

/** The first free codes of the order, as many for each line as it asks for. The order is held since the lines were judged. */
export async function takeCodes({ db, actor }: WriteContext, id: number, values: Values): Promise<void> {
  if (values.source_type !== hangSource.codeOrder) return;
  await sql`
    insert into hang_tag_job_code (hang_tag_job_id, line_id, code_id)
    select ${id}, l.id, c.id from hang_tag_job_line l join lateral (
      select r.id from unique_code as r join code_order o on o.id = r.code_order_id
      where o.code_order_no = ${values.source_no} and r.sku_id = l.sku_id and r.status = any(${[...printable(values.write_epc === true)]}::smallint[])
        and not exists (select 1 from hang_tag_job_code t where t.code_id = r.id and t.taken) and ${isVisible(uniqueCode, actor, 'r')}
      order by r.id limit l.qty
    ) c on true where l.hang_tag_job_id = ${id} order by l.id, c.id`.execute(db);
}
