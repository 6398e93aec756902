import { coModel, invoiceType, settleCycle } from '../enums.ts';
import type { ContractColumnKey, ImportColumn } from '../tasks/import-column.ts';
import { type ImportKind, importKind } from '../tasks/imports.ts';
import { importType } from '../tasks/task.ts';
import { contractType, supplement } from './contract-enums.ts';

const oneOf = (choices: Readonly<Record<number, string>>, without?: number): string =>
  `${Object.entries(choices)
    .flatMap(([code, words]) => (Number(code) === without ? [] : [words]))
    .join('、')}之一`;
const day = '日期，如 2026-01-31';
const percent = '百分数，如 13 或 13%';

const column = (
  key: 'name' | ContractColumnKey,
  label: string,
  [rule, example]: readonly [rule: string, example: string],
  more: { aliases?: readonly string[]; required?: false } = {},
): ImportColumn => ({ key, label, aliases: more.aliases ?? [], required: more.required ?? true, rule, example });

const maybe = { required: false } as const;

/** Contracts, a row each; they begin as drafts, and their scanned copies are added to them one by one. */
export const contractsImport = importKind(importType.contracts, 'Contracts', {
  access: 'contract:import',
  form: {
    template: 'contract',
    columns: [
      column('name', '合同名称', ['不超过 64 个字', '2026 年度采购合同']),
      // A supplement names the contract that it supplements, which a sheet of new ones cannot.
      column('type', '合同类型', [oneOf(contractType, supplement), '采购框架合同']),
      column('supplier_id', '供应商', ['供应商名称或编号', '浙江禾木森服饰'], {
        aliases: ['供应商名称', '供应商编号'],
      }),
      column('co_model', '合作模式', [oneOf(coModel), '经销(买断)']),
      column('purchaser_id', '采购员', ['采购员姓名或编号', '许明远'], { aliases: ['采购员姓名', '采购员编号'] }),
      column('brand_ids', '品牌', ['品牌名称，几个之间用顿号或逗号隔开', '禾木森、青岚'], { aliases: ['品牌名称'] }),
      column('sign_date', '签订日期', [day, '2025-12-20']),
      column('start_date', '开始日期', [day, '2026-01-01']),
      column('end_date', '结束日期', [day, '2026-12-31']),
      column('settle_cycle', '结算周期', [oneOf(settleCycle), '月结']),
      column('settle_days', '账期(天)', ['0 至 365 的整数', '30'], { aliases: ['账期'] }),
      column('tax_rate_bp', '税率', [percent, '13%']),
      column('invoice_type', '发票类型', [oneOf(invoiceType), '增值税专用发票']),
      column('amount_limit', '采购额上限', ['元，最多两位小数；不填为不限', '5000000'], maybe),
      column('deposit_rate_bp', '预付比例', [percent, '30%'], maybe),
      column('return_rate_bp', '可退比例', [percent, '10%'], maybe),
      column('take_rate_bp', '扣点', [`${percent}；联营必填，其他不填`, ''], maybe),
      column('rebate_rate_bp', '返利比例', [percent, '2%'], maybe),
      column('late_fine_rate_bp', '延迟罚款比例', [percent, '0.5%'], maybe),
      column('remark', '备注', ['不超过 500 个字', ''], maybe),
    ],
  },
  options: ['skip_errors'],
});

/** The imports of this area. */
export const imports: readonly ImportKind[] = [contractsImport];
