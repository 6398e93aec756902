import { entity } from '../../kit/definition.ts';
import { money } from '../../kit/kinds/money.ts';
import { rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { date } from '../../kit/kinds/time.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { contract } from './contract.ts';
import { purchasePriceSheet } from './purchase-price-sheet.ts';

/**
 * What a supplier's goods are bought at, from `effective_date` on and before `expire_date` (domain.md §3.3): the prices of one piece of a
 * supplier follow one another and never overlap. Written when a sheet passes its last audit and by nothing else.
 */
export const purchasePrice = entity('purchasePrice', {
  label: '现采购价',
  group: '/v1/PurchasePrice',
  title: 'effective_date',
  fields: {
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    sku_id: reference(() => sku, '货品', { required: true }),
    price: money('进价(含税)', { required: true }),
    tax_rate_bp: rate('税率', { required: true }),
    effective_date: date('生效日期', { required: true }),
    expire_date: date('失效日期'),
    sheet_id: reference(() => purchasePriceSheet, '来源采购价单', { required: true }),
    contract_id: reference(() => contract, '合同'),
  },
  calls: { list: ['priceList', 'PurchasePrice:view'] },
  list: {
    columns: [
      'supplier_id',
      'sku_id',
      'price',
      'tax_rate_bp',
      'effective_date',
      'expire_date',
      'sheet_id',
      'contract_id',
    ],
    filters: ['supplier_id', 'sku_id', 'contract_id', 'effective_date', 'expire_date'],
    search: [],
    searchThrough: { 'sku_id.sku_no': '货品编码' },
    sort: ['-id', '-effective_date'],
  },
  unique: [['supplier_id', 'sku_id', 'effective_date']],
  scope: { supplier: 'supplier_id', brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
