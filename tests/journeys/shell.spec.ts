import { expect, type Page, test } from '@playwright/test';
import { flawsOf } from './accessible.ts';
import { openOffice } from './office.ts';

// The shell around the screens: watermark, menu, expiring goods (specification §1, §2).

const office = openOffice();
let page: Page;

test.beforeEach(async () => {
  page = await office.newDesk({ serviceWorkers: 'block' });
});

test.afterEach(async () => {
  await page.context().close();
  expect(office.complaints).toEqual([]);
});

const mark = () => page.locator('[data-watermark]');

test.describe('the watermark', () => {
  test('is over the office and the warehouse mode, is drawn, and is not on the sign-in page', async () => {
    await page.goto(`${office.product.address}/login/login`);
    await expect(page.getByLabel('账号')).toBeVisible();
    await expect(mark()).toHaveCount(0);
    await office.signIn(page, 'whsMgr');
    await expect(mark()).toHaveCount(1);
    await expectDrawn();
    await page.goto(`${office.product.address}/hand`);
    await expect(mark()).toHaveCount(1);
    await expectDrawn();
  });

  test('lets every click through and stays through printing, whatever the page’s styles say', async () => {
    await office.signIn(page, 'whsMgr');
    await page.addStyleTag({
      content: '[data-watermark], body > div { display: none !important; opacity: 0 !important; }',
    });
    await expectDrawn();
    await page.emulateMedia({ media: 'print' });
    await expectDrawn();
    await page.emulateMedia({ media: 'screen' });
    expect(await page.evaluate(() => document.elementFromPoint(700, 450)?.hasAttribute('data-watermark'))).toBe(false);
  });

  test('is back at once when it is removed, hidden or restyled', async () => {
    await office.signIn(page, 'whsMgr');
    await expect(mark()).toHaveCount(1);
    const wrong = await page.evaluate(async () => {
      const find = () => document.querySelector<HTMLElement>('[data-watermark]');
      const before = find()?.outerHTML;
      const meddlings: ((mark: HTMLElement) => void)[] = [
        (one) => one.remove(),
        (one) => (one.hidden = true),
        (one) => one.style.setProperty('display', 'none', 'important'),
        (one) => one.removeAttribute('style'),
        (one) => one.setAttribute('class', 'x'),
      ];
      const lost: number[] = [];
      for (const [index, meddle] of meddlings.entries()) {
        const one = find();
        if (one) meddle(one);
        await new Promise((resolve) => setTimeout(resolve));
        if (find()?.outerHTML !== before) lost.push(index);
      }
      return lost;
    });
    expect(wrong).toEqual([]);
  });

  test('survives a page that removes it without end', async () => {
    await office.signIn(page, 'whsMgr');
    await page.evaluate(() => {
      new MutationObserver(() => document.querySelector('[data-watermark]')?.remove()).observe(document.body, {
        childList: true,
      });
      document.querySelector('[data-watermark]')?.remove();
    });
    await page.getByRole('button', { name: '收起菜单' }).first().click();
    await expect(page.getByRole('button', { name: '展开菜单' }).first()).toBeVisible();
  });
});

test.describe('the menu', () => {
  test('collapses and expands, whole and by groups, and keeps it for the tab', async () => {
    await office.signIn(page, 'admin', '/login/login?r=%2Fshops%2FaddBrands');
    await page.getByRole('button', { name: '全部展开' }).click();
    await expect(page.getByRole('link', { name: '库存列表' })).toBeVisible();
    await page.getByRole('button', { name: '全部收起' }).click();
    await expect(page.getByRole('link', { name: '品牌列表' })).toHaveCount(0);
    await page.getByRole('button', { name: '全部展开' }).click();
    await page.getByRole('button', { name: '收起菜单' }).first().click();
    await expect(page.getByRole('link', { name: '库存列表' })).toHaveCount(0);
    await page.reload();
    await page.getByRole('button', { name: '展开菜单' }).first().click();
    await expect(page.getByRole('link', { name: '库存列表' })).toBeVisible();
  });

  test('a parent’s entry is lit on its child’s screen', async () => {
    await office.signIn(page, 'admin', '/login/login?r=%2Fshops%2FbrandNew');
    await expect(page.getByRole('navigation', { name: '主菜单' }).locator('[aria-current=page]')).toHaveText(
      '品牌列表',
    );
  });

  test('an ev2 entry says that there is no second application, then is a full load of it; none that leads elsewhere is there', async () => {
    const entry = { parent_id: null, order: 90, style: 'ev2', childNode: [] };
    await page.route('**/v1/index/menu', (route) =>
      route.fulfill({
        json: {
          code: 200,
          msg: 'ok',
          result: {
            data: [
              { ...entry, id: 9001, name: '第二代', url: '2#/home' },
              { ...entry, id: 9002, name: '外站', url: '/#//evil.example/x' },
              { ...entry, id: 9003, name: '脚本', url: '/#javascript:alert(1)' },
            ],
          },
        },
      }),
    );
    await page.route('**/ev2/home', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>second</title>' }),
    );
    await office.signIn(page, 'admin');
    await expect(page.getByRole('link', { name: '外站' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: '脚本' })).toHaveCount(0);
    await page.getByRole('button', { name: '第二代' }).click();
    const notice = page.getByRole('alertdialog', { name: '提示' });
    await expect(notice).toContainText('尚未设置它的地址');
    await notice.getByRole('button', { name: '确定' }).click();
    await expect(page).toHaveURL(`${office.product.address}/dashboard/index`);
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), ev2: '/ev2' } });
    });
    await page.reload();
    await page.getByRole('link', { name: '第二代' }).click();
    await expect(page).toHaveURL(`${office.product.address}/ev2/home`);
    await expect(page).toHaveTitle('second');
  });
});

test.describe('goods that expire', () => {
  test('are counted in the top bar, listed below it and saved as 临期商品.csv', async () => {
    await office.signIn(page, 'admin');
    const button = page.getByRole('button', { name: /^临期商品 \d+ 条$/ });
    await button.click();
    const sheet = page.getByRole('region', { name: '临期商品', exact: true });
    await expect(sheet.getByRole('columnheader')).toHaveText(['商品名称', '到期日期', 'SKU编码', '仓库', '数量']);
    const rows = sheet.locator('tbody tr');
    const name = (await button.getAttribute('aria-label')) ?? '';
    expect(name).toBe(`临期商品 ${await rows.count()} 条`);
    const days = await rows.locator('td:nth-child(2)').allTextContents();
    expect(days).toEqual([...days].sort());
    expect(await flawsOf(page, { within: '#expiring' })).toEqual([]);
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: '导出' }).click();
    expect((await download).suggestedFilename()).toBe('临期商品.csv');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  test('are asked for once a day, and 暂无数据 stands where there are none', async () => {
    let asked = 0;
    await page.route('**/v1/stock/getExpireSku', (route) => {
      asked += 1;
      return route.fulfill({ json: { code: 200, msg: 'ok', result: { list: [], total: 0 } } });
    });
    const look = async () => {
      await page.getByRole('button', { name: '临期商品', exact: true }).click();
      await expect(page.getByRole('region', { name: '临期商品', exact: true })).toContainText('暂无数据');
    };
    await office.signIn(page, 'admin');
    await look();
    await page.reload();
    await look();
    expect(asked).toBe(1);
    await page.getByRole('button', { name: '刷新', exact: true }).click();
    await expect.poll(() => asked).toBe(2);
  });
});

/** It covers the window, and its picture has been decoded: the content policy lets it in. */
async function expectDrawn(): Promise<void> {
  const drawn = await mark().evaluate(async (element) => {
    const style = getComputedStyle(element);
    const picture = new Image();
    picture.src = /url\("(.*)"\)/.exec(style.backgroundImage)?.[1] ?? '';
    await picture.decode();
    const { width, height } = element.getBoundingClientRect();
    return {
      tile: [picture.naturalWidth, picture.naturalHeight],
      shown: [style.display, style.visibility, style.opacity, style.pointerEvents],
      whole: width >= document.documentElement.clientWidth && height >= document.documentElement.clientHeight,
    };
  });
  expect(drawn).toEqual({ tile: [400, 200], shown: ['block', 'visible', '1', 'none'], whole: true });
}

test('for who wants nothing on the screen to move, lists of choices open where they belong, however often', async () => {
  const still = await office.deskOf('whsMgr', { reducedMotion: 'reduce' });
  await office.open(still, '/storage/addstockTak');
  const field = still.getByLabel('盘点仓库');
  const option = still.locator('.ant-select-item-option');
  for (const words of ['', '退货', '', '仓']) {
    await field.click();
    await field.pressSequentially(words);
    await expect(option.first()).toBeInViewport();
    await field.blur();
    await expect(option.first()).toBeHidden();
  }
  await still.context().close();
});

test('the landing page ends where its content ends, and nothing moves while it comes', async () => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await office.signIn(page, 'whsMgr');
  await page.goto(`${office.product.address}/dashboard/index`);
  await expect(page.getByRole('region', { name: '出入库' })).toBeVisible();
  await expect(page.getByText('全部界面')).toBeVisible();
  const { below, moved } = await page.evaluate(() => {
    const ends = [...document.querySelectorAll('main section')].map((one) => one.getBoundingClientRect().bottom);
    const { shifts } = globalThis as unknown as { shifts: number[] };
    return {
      below: document.documentElement.scrollHeight - scrollY - Math.max(innerHeight, ...ends),
      moved: shifts.reduce((all, one) => all + one, 0),
    };
  });
  expect(below).toBeLessThanOrEqual(100);
  // Half of what a person notices; before, the screens below were pushed down by 0.19.
  expect(moved).toBeLessThanOrEqual(0.05);
});
