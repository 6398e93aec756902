import { command, query } from '../../kit/call.ts';
import { entity, usualCalls } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { picture } from '../../kit/kinds/picture.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';
import type { UploadedFile } from '../tasks/files.ts';

/** Takes a form in parts with one `file` (domain/api.csv); what it answers as `path` is a brand's `logo_path`. */
const uploadLogo = command<object, UploadedFile>({
  service: 'erp',
  path: '/v1/brand/uploadLogo',
  access: 'brand:add',
});

/** A brand of goods (domain.md §3.2). Suppliers join with their issue. */
export const brand = entity('brand', {
  label: '品牌',
  group: '/v1/brand',
  title: 'name',
  fields: {
    name: text('品牌名称', { required: true, unique: true }),
    english_name: text('英文名'),
    initial: text('首字母', { most: 1, pattern: { regex: /^[A-Z0-9#]$/, words: '首字母应为一个大写字母或数字' } }),
    logo_path: picture('品牌LOGO', { path: uploadLogo.path, purpose: 'logo' }),
    country: text('国家/地区'),
    intro: prose('品牌介绍'),
    order: integer('排序', { initial: 0 }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  // Switching off asks for `brand:disable` besides: the server looks at the direction.
  calls: { ...usualCalls('brand'), options: ['getBrands', 'login'], status: ['status', 'brand:enable'] },
  list: {
    columns: ['name', 'logo_path', 'english_name', 'initial', 'country', 'order', 'status', 'updated_at'],
    filters: ['name', 'initial', 'status'],
    search: ['name', 'english_name'],
    sort: ['order', 'name', '-updated_at'],
  },
  scope: { brand: 'id' },
});

/** What a paste box of brand names turned out to hold; names are compared without regard to case and outer blanks. */
export interface BrandCheck {
  matched: { id: number; name: string }[];
  unmatched: string[];
}

/** Calls of the group that only brands have (domain/api.csv). */
export const brandCalls = {
  /** Names by id; all brands when no ids are given. */
  getMap: query<{ ids?: number[] }, Record<string, string>>({
    service: 'erp',
    path: '/v1/brand/getMap',
    access: 'login',
  }),
  uploadLogo,
  checkBatch: query<{ names: string[] }, BrandCheck>({ service: 'erp', path: '/v1/brand/checkBatch', access: 'login' }),
  enable: command<{ ids: number[] }, { count: number }>({
    service: 'erp',
    path: '/v1/brand/enable',
    access: 'brand:enable',
  }),
  disable: command<{ ids: number[] }, { count: number }>({
    service: 'erp',
    path: '/v1/brand/disable',
    access: 'brand:disable',
  }),
};
