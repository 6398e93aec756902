import { expect, test } from '@playwright/test';
import { type RunningProduct, startProduct } from './running-product.ts';
import { startedSheet } from './started-sheet.ts';
import { Tablet } from './tablet.ts';

/**
 * Screens for scanning where there is no network: what axe finds on each, by day and by night, with what comes up from below as well, and targets that a
 * gloved thumb hits (48 px). A must-have case of working without a network (reference pwa, case 18).
 */
let product: RunningProduct;
let tablet: Tablet;

test.beforeAll(async () => {
  product = await startProduct();
  tablet = await Tablet.on(product);
});

test.afterAll(async () => {
  await tablet.off();
  await product.stop();
});

/** A screen, what shows that it stands, what is scanned on it, and what opens more of it. */
interface Bench {
  readonly path: string;
  readonly shown: string | RegExp;
  readonly code?: string;
  readonly opens?: readonly (string | RegExp)[];
}

test('every screen for scanning is fit for everybody in the dark: by day, by night, with a result on it and with what opens from it', async () => {
  const { id, number } = await startedSheet(product);
  const person = await product.as('whs');
  const first = async (call: string) => {
    const { list } = await person.call<{ list: { id: number }[] }>(call, {});
    if (!list[0]) throw new Error(`the demo company has nothing for ${call}`);
    return list[0].id;
  };
  const [picked, signed, received] = [
    await first('/v1/allotOut/openAllots'),
    await first('/v1/allot/openAllots'),
    await first('/v1/InWareBatch/countable'),
  ];
  await tablet.signIn('whs');
  await tablet.page.getByRole('button', { name: '我知道了' }).click();
  const { zones, goods } = await tablet.download(number);
  const code = goods[0]?.barcodes[0] ?? '';
  const benches: readonly Bench[] = [
    { path: `/hand/count/${id}/${zones[0]?.code}`, shown: '请扫描', code, opens: ['输入条码 / 数量', '完成本区'] },
    { path: `/hand/pick/${picked}`, shown: '请扫描', code: 'X-1', opens: ['看应拣', '输入条码 / 数量'] },
    { path: `/hand/sign/${signed}`, shown: '请扫描', code: 'X-1', opens: ['看应收', '输入条码 / 数量'] },
    { path: `/hand/inbound/${received}`, shown: '请扫描', code: 'X-1', opens: ['输入条码 / 数量'] },
    { path: '/hand/look', shown: '查货', code },
    { path: '/hand/imperfect', shown: '残次上报' },
    { path: '/hand/reader', shown: '已读 0 个标签' },
    { path: '/hand/queue', shown: '本机记录' },
    { path: `/hand/sheet/${id}`, shown: number },
    { path: '/hand/shift', shown: '开工检查' },
    { path: '/hand/settings', shown: '平板设置' },
    { path: '/hand', shown: '仓库模式' },
  ];
  // What each needs is on the tablet once it has been opened.
  for (const bench of benches) await stands(bench);
  await tablet.offline(true);
  const found: Record<string, string[]> = {};
  for (const bench of benches) {
    await stands(bench);
    const look = async (part: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await tablet.page.emulateMedia({ colorScheme });
        const flaws = await tablet.flaws();
        if (flaws.length > 0) found[`${bench.path} ${part} ${colorScheme}`] = flaws;
      }
    };
    await look('as it opens');
    if (bench.code !== undefined) {
      await tablet.scan(bench.code);
      await look('with a scan');
    }
    for (const name of bench.opens ?? []) {
      await tablet.page.getByRole('button', { name, exact: true }).click();
      await look(String(name));
      const away = tablet.page.getByRole('button', { name: /^(收起|取消|看记录)$/ });
      if ((await away.count()) > 0) await away.first().click();
    }
  }
  expect(found).toEqual({});
  expect(tablet.faults).toEqual([]);
});

async function stands({ path, shown }: Bench): Promise<void> {
  await tablet.open(path);
  await expect(tablet.page.getByText(shown).first()).toBeVisible();
}
