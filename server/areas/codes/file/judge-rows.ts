import { type RawBuilder, sql } from 'kysely';
import { codeFileType, codeStatus, codeStatuses } from '#contract/areas/codes/code-enums.ts';
import { isReading } from '#contract/areas/codes/code-file.ts';
import { lineState } from '#contract/areas/codes/code-file-line.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { takeType } from '#contract/areas/warehouse/stocktaking.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { StandingFile } from './file-run.ts';

/** Says of every row of a file what is wrong with it, the first thing of each, in one statement whatever their number. */
export async function judgeRows(tx: Tx, actor: Actor, file: StandingFile): Promise<void> {
  const reading = isReading(file.file_type);
  // What was read is known by its number, else by its tag.
  const found = reading
    ? sql`coalesce((select id from piece_code where unique_code = f.unique_code), (select id from piece_code where epc = f.epc and status <> -1 and f.unique_code is null))`
    : sql`(select id from piece_code where unique_code = f.unique_code)`;
  const known = sql`
    with asked as (
      select f.id, f.unique_code, f.epc, f.sku_no, f.barcode, ${found} as code_id,
        row_number() over (partition by coalesce(f.unique_code, f.epc) order by f.row_no) as of_code,
        row_number() over (partition by f.epc order by f.row_no) as of_tag
      from code_file_row f where f.file_id = ${file.id} and f.error is null
    ), judged as (
      select a.id, r.id as code_id, ${reading ? wrongReading(file) : wrongBinding(file)} as error
      from asked a left join unique_code as r on r.id = a.code_id and ${isVisible(uniqueCode, actor, 'r')} left join sku k on k.id = r.sku_id
    )
    update code_file_row f set code_id = j.code_id, error = j.error from judged j where f.id = j.id`;
  await known.execute(tx);
  await sql`
    update code_file_row set status = case when error is null then ${lineState.ready}::int else ${lineState.wrong}::int end where file_id = ${file.id}`.execute(
    tx,
  );
}

const plainTag = sql.lit('^([0-9A-F]{24}|[0-9A-F]{52})$');

const stateOf = sql`(case r.status ${sql.join(
  Object.entries(codeStatuses).map(([code, words]) => sql`when ${sql.lit(Number(code))} then ${sql.lit(words)}`),
  sql` `,
)} end)`;

// The barcode of a tag is an EAN-13: a UPC-A may be saved without the 0 in front of it.
const upc = sql`case when a.barcode ~ '^0[0-9]{12}$' then substr(a.barcode, 2) end`;

function wrongBinding({ code_order_id: order }: StandingFile): RawBuilder<string | null> {
  return sql`case
    when a.unique_code is null then '没有唯一码'
    when r.id is null then '唯一码不存在'
    when ${order}::bigint is not null and r.code_order_id <> ${order}::bigint then '不是本制码单的唯一码'
    when a.sku_no is not null and a.sku_no <> k.sku_no then '唯一码的货品是 ' || k.sku_no
    when r.status <> ${sql.lit(codeStatus.issued)} then '唯一码当前为“' || ${stateOf} || '”'
    when a.epc is null then '没有 EPC'
    when a.epc !~ ${plainTag} then 'EPC 应为 24 或 52 位十六进制'
    when a.of_code > 1 then '唯一码在文件中重复'
    when a.of_tag > 1 then 'EPC 在文件中重复'
    when exists (select 1 from piece_code c where c.epc = a.epc and c.status <> -1) then 'EPC 已绑定其他唯一码'
    when exists (select 1 from sku_barcode b where b.barcode in (a.barcode, ${upc}) and b.sku_id <> r.sku_id) then 'EPC 中的商品条码不是 ' || k.sku_no || ' 的'
    end`;
}

function wrongReading({ file_type, source_type: type, source_id: id }: StandingFile): RawBuilder<string | null> {
  const readable = [codeStatus.bound, codeStatus.inStock, codeStatus.held, codeStatus.moving, codeStatus.imperfect];
  // A lost piece that a count reads is there: it comes back with the sheet, which asks where its figures leave that open.
  const counts = file_type === codeFileType.count;
  const isRead = counts
    ? sql`select 1 from stocktaking_standing c join stocktaking t on t.id = c.stocktaking_id where t.id = ${id}::bigint and c.code_id = r.id and c.outcome = 'accepted'
        and (c.round = t.round or t.take_type = ${takeType.codes})`
    : sql`select 1 from code_scan s where s.doc_type = ${type} and s.doc_id = ${id}::bigint and s.code_id = r.id`;
  return sql`case
    when a.unique_code is null and a.epc is null then '没有唯一码和 EPC'
    when r.id is null then '唯一码不存在'
    when a.sku_no is not null and a.sku_no <> k.sku_no then '唯一码的货品是 ' || k.sku_no
    when r.status <> all(${[...readable, ...(counts ? [codeStatus.lost] : [])]}::smallint[]) then '唯一码当前为“' || ${stateOf} || '”'
    when a.of_code > 1 then '文件中重复'
    when exists (${isRead}) then '本单据已读到'
    end`;
}
