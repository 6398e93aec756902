import { entity, type Rule } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { date } from '../../kit/kinds/time.ts';
import { brand } from '../goods/brand.ts';
import { supplier } from '../partners/supplier.ts';
import { contract } from './contract.ts';
import { authLevel } from './contract-enums.ts';

const endsLater: Rule = ({ start_date: from, end_date: to }) =>
  !from || !to || String(to) >= String(from) ? undefined : { field: 'end_date', words: '授权结束不能早于授权开始' };

/**
 * That a supplier may sell a brand, from a first to a last day (domain.md §3.4): for all of its contracts, or for the one that is named.
 * `is_valid` says whether today is one of these days; the clock keeps it, and guards ask the days themselves.
 */
export const contractBrandAuth = entity('contractBrandAuth', {
  label: '品牌授权',
  group: '/v1/contract',
  title: 'brand_id',
  fields: {
    contract_id: reference(() => contract, '合同'),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    brand_id: reference(() => brand, '品牌', { required: true }),
    auth_level: choice('授权级别', authLevel, { required: true }),
    start_date: date('授权开始', { required: true }),
    end_date: date('授权结束', { required: true }),
    is_valid: flag('是否有效', { derived: true }),
  },
  calls: {
    list: ['brandAuthList', 'contract:view'],
    detail: ['brandAuthDetail', 'contract:view'],
    add: ['brandAuthSave', 'contract:brandAuth'],
    edit: ['brandAuthEdit', 'contract:brandAuth'],
  },
  list: {
    columns: ['supplier_id', 'brand_id', 'contract_id', 'auth_level', 'start_date', 'end_date', 'is_valid'],
    filters: ['supplier_id', 'brand_id', 'contract_id', 'auth_level', 'end_date', 'is_valid'],
    search: [],
    searchThrough: { 'supplier_id.name': '供应商', 'brand_id.name': '品牌' },
    sort: ['-id', 'end_date', '-end_date'],
  },
  scope: { supplier: 'supplier_id', brand: 'brand_id' },
  attachments: { kinds: { auth: '授权书', other: '其他' }, prefix: 'brandAuth' },
  rules: [endsLater],
});
