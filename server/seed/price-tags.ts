import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { add, type SeedStep } from './context.ts';

/** Three templates of price tags: a label for the shelf, a small one for a roll, a poster to be cut from a sheet. */
export async function seedPriceTags(step: SeedStep): Promise<void> {
  for (const input of [shelfLabel, rollLabel, poster]) await add(step, tagTemplate, { input });
}

const text = (x: number, y: number, w: number, h: number, more: object) => ({ type: 'text', x, y, w, h, ...more });

const shelfLabel = {
  name: '货架价签 60×40',
  template_type: 2,
  width_mm: 60,
  height_mm: 40,
  dpi: 203,
  paper: 1,
  lines: [
    text(20, 20, 560, 70, { field: 'name', size_pt: 12, bold: true }),
    text(20, 95, 560, 45, { field: 'style_no', text: '货号 ', size_pt: 8 }),
    text(20, 145, 240, 45, { field: 'tag_price', text: '吊牌价 ¥', size_pt: 8, strike: true }),
    text(20, 190, 340, 110, { field: 'sale_price', text: '¥', size_pt: 26, bold: true }),
    text(380, 200, 200, 80, { field: 'discount', size_pt: 18, bold: true, align: 'right' }),
    { type: 'line', x: 20, y: 300, w: 560, h: 2 },
    { type: 'barcode', field: 'barcode', x: 20, y: 310, w: 400, h: 60 },
    text(430, 320, 150, 45, { field: 'printed_on', size_pt: 6, align: 'right' }),
  ],
};

const rollLabel = {
  name: '小标签 40×30',
  template_type: 2,
  width_mm: 40,
  height_mm: 30,
  dpi: 203,
  paper: 1,
  lines: [
    text(15, 15, 370, 45, { field: 'name', size_pt: 8 }),
    text(15, 60, 180, 40, { field: 'color', size_pt: 7 }),
    text(205, 60, 180, 40, { field: 'size', size_pt: 7, align: 'right' }),
    text(15, 105, 370, 75, { field: 'sale_price', text: '¥', size_pt: 18, bold: true }),
    { type: 'barcode', field: 'barcode', x: 15, y: 190, w: 370, h: 60 },
    text(15, 252, 370, 35, { field: 'barcode', size_pt: 6, align: 'center' }),
  ],
};

const poster = {
  name: '堆头海报 90×130',
  template_type: 2,
  width_mm: 90,
  height_mm: 130,
  dpi: 300,
  paper: 2,
  gap_mm: 4,
  lines: [
    { type: 'box', x: 10, y: 10, w: 880, h: 1280 },
    text(50, 60, 800, 120, { text: '折 扣 价', size_pt: 32, bold: true, align: 'center' }),
    text(50, 220, 800, 160, { field: 'name', size_pt: 20, align: 'center' }),
    text(50, 420, 800, 330, { field: 'sale_price', text: '¥', size_pt: 60, bold: true, align: 'center' }),
    text(50, 780, 800, 90, { field: 'tag_price', text: '吊牌价 ¥', size_pt: 18, strike: true, align: 'center' }),
    { type: 'qrcode', field: 'sku_no', x: 340, y: 920, w: 220, h: 220 },
    text(50, 1170, 800, 60, { field: 'sku_no', size_pt: 10, align: 'center' }),
  ],
};
