import { sql } from 'kysely';
import { codeSource } from '#contract/areas/codes/code-enums.ts';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { hangTagCode } from '#contract/areas/price-tags/hang-tag-code.ts';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { hangSource } from '#contract/areas/price-tags/tag-enums.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { epcToWrite } from '#contract/areas/price-tags/written-epc.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { serveCodes } from '#server/areas/codes/serve-codes.ts';
import { serveHangTags } from '#server/areas/price-tags/hang/serve-hang-tags.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import { add, type SeedStep } from './context.ts';

const jobs = callsOf(hangTagJob);

/** Two templates of hang tags and a job in each state: of goods, of a purchase order, and of unique codes, printed and written. */
export async function seedHangTags(step: SeedStep): Promise<void> {
  const plain = await add(step, tagTemplate, { input: plainTag });
  const coded = await add(step, tagTemplate, { input: codedTag });
  const clerks = openClerks(step, { chance: new Chance(20_260_380), serve: [serveCodes, serveHangTags] });
  const lines = (await someGoods(step)).map((sku_id, place) => ({ sku_id, qty: 20 + place * 10 }));
  const make = (input: object) => clerks.ask('whs', jobs.add, input);

  clerks.begin(9);
  const voided = await make({ template_id: plain, source_type: hangSource.goods, lines: lines.slice(0, 1) });
  await clerks.ask('whs', transitionCall(hangTagJob, 'cancel'), { id: voided.id, reason: '模板选错，重新制作' });
  const done = await make({ template_id: plain, source_type: hangSource.goods, lines: lines.slice(0, 3) });
  await clerks.ask('whs', tagCalls.jobPrint, { id: done.id });
  await clerks.ask('whs', transitionCall(hangTagJob, 'finish'), { id: done.id });

  clerks.begin(2);
  const order = await purchase(step);
  if (order) {
    const { list } = await clerks.ask('whs', tagCalls.jobSource, {
      source_type: hangSource.purchaseOrder,
      source_no: order,
    });
    if (list.length > 0)
      await make({
        template_id: plain,
        source_type: hangSource.purchaseOrder,
        source_no: order,
        lines: list.slice(0, 20),
      });
  }
  await write(clerks, coded, lines.slice(0, 2));
}

/** A job whose tags are written: all of the first piece are printed, most of them read back. */
async function write(clerks: Clerks, template_id: number, goods: readonly { sku_id: number }[]): Promise<void> {
  const made = await clerks.ask('whs', callsOf(codeOrder).add, {
    source_type: codeSource.byHand,
    lines: goods.map(({ sku_id }) => ({ sku_id, qty: 12 })),
  } as never);
  await clerks.ask('whsMgr', transitionCall(codeOrder, 'issue'), { id: made.id });
  const job = await clerks.ask('whs', jobs.add, {
    template_id,
    source_type: hangSource.codeOrder,
    source_no: made.no,
    write_epc: true,
    lines: goods.map(({ sku_id }) => ({ sku_id, qty: 12 })),
  } as never);
  const { list } = await clerks.ask('whs', callsOf(hangTagCode).list, {
    job_id: job.id,
    page_size: 12,
    sort: 'id',
  });
  const codes = list as unknown as { code_id: number; unique_code: string; barcode: string | null }[];
  await clerks.ask('whs', tagCalls.jobPrint, { id: job.id, code_ids: codes.map(({ code_id }) => code_id) });
  const printed = codes.slice(0, 8).map((code) => ({ code_id: code.code_id, epc: epcToWrite(code) }));
  await clerks.ask('whs', tagCalls.jobPrint, { id: job.id, printed });
}

/** Goods managed by code, in sale and with a barcode. */
async function someGoods({ tx }: SeedStep): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select k.id from sku k join spu p on p.id = k.spu_id where p.is_code_managed and k.main_barcode is not null and k.status = 1 order by k.id limit 5`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The newest order that waits for its goods. */
async function purchase({ tx }: SeedStep): Promise<string | undefined> {
  const { rows } = await sql<{ no: string }>`
    select purchase_no as no from purchase_order where status in (3, 4) order by id desc limit 1`.execute(tx);
  return rows[0]?.no;
}

const text = (x: number, y: number, w: number, h: number, more: object) => ({ type: 'text', x, y, w, h, ...more });

/** What a mainland tag must say, one under another. */
const facts = ([field, label]: readonly [string, string], place: number) =>
  text(20, 200 + place * 42, 360, 40, { field, text: `${label} `, size_pt: 7 });

const mandatory = [
  ['style_no', '货号'],
  ['color', '颜色'],
  ['size', '尺码'],
  ['size_spec', '号型'],
  ['material', '成分'],
  ['executive_standard', '执行标准'],
  ['safety_category', '安全类别'],
  ['grade', '等级'],
  ['origin_place', '产地'],
] as const;

const plainTag = {
  name: '服装吊牌 40×90',
  template_type: 1,
  width_mm: 40,
  height_mm: 90,
  dpi: 300,
  paper: 1,
  lines: [
    text(20, 20, 360, 60, { field: 'brand', size_pt: 13, bold: true, align: 'center' }),
    text(20, 90, 360, 90, { field: 'name', size_pt: 9 }),
    { type: 'line', x: 20, y: 190, w: 360, h: 2 },
    ...mandatory.map(facts),
    text(20, 580, 360, 70, { field: 'washing', text: '洗涤 ', size_pt: 6 }),
    text(20, 655, 360, 70, { field: 'tag_price', text: '吊牌价 ¥', size_pt: 15, bold: true }),
    { type: 'barcode', field: 'barcode', x: 20, y: 740, w: 360, h: 90 },
    text(20, 835, 360, 40, { field: 'barcode', size_pt: 7, align: 'center' }),
  ],
};

const codedTag = {
  name: '唯一码吊牌 40×70',
  template_type: 1,
  width_mm: 40,
  height_mm: 70,
  dpi: 300,
  paper: 1,
  lines: [
    text(20, 20, 360, 60, { field: 'name', size_pt: 9, bold: true }),
    text(20, 85, 180, 40, { field: 'style_no', text: '货号 ', size_pt: 7 }),
    text(200, 85, 180, 40, { field: 'color', size_pt: 7, align: 'right' }),
    text(20, 130, 180, 40, { field: 'size', text: '尺码 ', size_pt: 7 }),
    text(200, 130, 180, 40, { field: 'safety_category', size_pt: 7, align: 'right' }),
    text(20, 175, 360, 40, { field: 'material', text: '成分 ', size_pt: 7 }),
    text(20, 220, 360, 40, { field: 'executive_standard', text: '执行标准 ', size_pt: 7 }),
    text(20, 270, 360, 70, { field: 'tag_price', text: '¥', size_pt: 16, bold: true }),
    { type: 'qrcode', field: 'unique_code', x: 20, y: 360, w: 190, h: 190 },
    text(220, 420, 160, 40, { field: 'grade', size_pt: 7 }),
    text(20, 565, 360, 40, { field: 'unique_code', size_pt: 7 }),
    text(20, 615, 360, 40, { field: 'barcode', size_pt: 7 }),
  ],
};
