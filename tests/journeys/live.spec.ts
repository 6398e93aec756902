import { expect, type Page, test } from '@playwright/test';
import { flawsOf } from './accessible.ts';
import { openOffice } from './office.ts';

// The live connection in a real browser: the notice dialog, 我知道了, the server gone and back, a reload, the end of a session.

const office = openOffice();

async function desk(options: { bypassCSP?: boolean } = {}): Promise<Page> {
  const page = await office.newDesk({ ...options });
  page.on('dialog', (dialog) => office.complaints.push(dialog.message()));
  return page;
}

/** Sends a notice to one person as the administration does; its id. */
async function send(to: { uid: number }, words: { title: string; content?: string }): Promise<number> {
  const hr = await office.product.as('hr');
  const notice = { content: '请大家准时参加', ...words, target_type: 4, target_ids: [to.uid] };
  const { id } = await hr.call<{ id: number }>('/v1/common/notifySave', notice);
  await hr.call('/v1/common/notifySend', { id });
  return id;
}

async function readsOf(id: number): Promise<{ read_at: string | null }[]> {
  const auditor = await office.product.as('super');
  return (await auditor.call<{ list: { read_at: string | null }[] }>('/v1/common/notifyReads', { id })).list;
}

const dialogOf = (page: Page, title: string) => page.getByRole('alertdialog', { name: title });
const understood = (page: Page) => page.getByRole('button', { name: '我知道了' });

test('a page of another origin does not get in, whatever ticket it has', async () => {
  const page = await desk({ bypassCSP: true });
  await office.signIn(page, 'cs');
  const foreign = await page.context().newPage();
  await foreign.goto(`${office.product.address.replace('localhost', '127.0.0.1')}/login/login`);
  const address = await page.evaluate(async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: localStorage.getItem('authorization') ?? '',
    };
    const answer = await fetch('/api/acl/v1/index/pushTicket', { method: 'POST', headers, body: '{}' });
    const { ticket } = ((await answer.json()) as { result: { ticket: string } }).result;
    const { uid } = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { uid: number };
    return `ws://${location.host}/erp/${uid}?ticket=${ticket}`;
  });
  const outcome = (where: Page) =>
    where.evaluate(
      (to) =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(to);
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        }),
      address,
    );
  expect(await outcome(foreign)).toBe('refused');
  expect(await outcome(page)).toBe('open');
  await page.context().close();
});

test('a notice stands over the screen until 我知道了, runs nothing that stands in it, and is gone on the other page too', async () => {
  const page = await desk();
  await office.signIn(page, 'whsMgr');
  const whsMgr = await office.product.as('whsMgr');
  await page.goto(`${office.product.address}/storage/stockList`);
  const other = await page.context().newPage();
  await other.goto(`${office.product.address}/hand`);
  const payload = '<img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)>';
  const id = await send(whsMgr, {
    title: '盘点<img src=x onerror=alert(1)>',
    content: `<b>周六</b>${payload}<a href="javascript:alert(4)">x</a>`,
  });
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText('<img src=x onerror=alert(1)>');
  await expect(dialog.locator('b')).toHaveText('周六');
  expect(await dialog.locator('img,script,a,[onload]').count()).toBe(0);
  expect(await flawsOf(page, { within: 'dialog' })).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(understood(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(other.getByRole('alertdialog')).toBeVisible();
  expect(await readsOf(id)).toMatchObject([{ read_at: null }]);
  await understood(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(other.getByRole('alertdialog')).toHaveCount(0);
  await expect.poll(async () => (await readsOf(id))[0]?.read_at ?? null).not.toBeNull();
  await page.context().close();
});

test('several come one after the other, are there again after a reload, and not over the doors', async () => {
  const page = await desk();
  await office.signIn(page, 'whs');
  const whs = await office.product.as('whs');
  const ids = [await send(whs, { title: '第一件' }), await send(whs, { title: '第二件' })];
  await expect(dialogOf(page, '第一件')).toBeVisible();
  await expect(page.getByText('还有 1 条')).toBeVisible();
  await page.reload();
  await expect(dialogOf(page, '第一件')).toBeVisible();
  await page.goto(`${office.product.address}/login/changePassword`);
  await expect(page.getByLabel('账号')).toBeVisible();
  await page.waitForTimeout(2500);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.goto(`${office.product.address}/dashboard/index`);
  await understood(page).click();
  await expect(dialogOf(page, '第二件')).toBeVisible();
  await understood(page).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  // What was not yet known to be read would rightly come again.
  for (const id of ids) await expect.poll(async () => (await readsOf(id))[0]?.read_at ?? null).not.toBeNull();
  await page.reload();
  await page.waitForTimeout(2500);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.context().close();
});

test('after the server has been restarted the connection is back by itself, with what was sent meanwhile', async () => {
  // One try in vain makes the next wait up to a minute (specification §4).
  test.setTimeout(600_000);
  const page = await desk();
  await office.signIn(page, 'fin');
  await page.waitForTimeout(2000);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  await office.product.restart();
  sockets.length = 0;
  const fin = await office.product.as('fin');
  await expect.poll(() => sockets.at(-1), { timeout: 180_000 }).toBe(`/erp/${fin.uid}`);
  await send(fin, { title: '回来了' });
  await expect(dialogOf(page, '回来了')).toBeVisible({ timeout: 180_000 });
  await page.context().close();
});

test('whose session is ended by force learns it at once, and closes at the doors', async () => {
  const page = await desk();
  await office.signIn(page, 'mkt');
  const { database, close } = await office.product.database();
  const open = async () =>
    (
      await database.pool.query(
        `select 1 from push_connection c join admin a on a.id = c.admin_id where a.username = 'mkt' and opened_at is not null`,
      )
    ).rowCount;
  await expect.poll(open).toBe(1);
  await database.pool.query(
    `update session set ended_at = now(), forced = true where admin_id = (select id from admin where username = 'mkt')`,
  );
  await expect(page.getByText('登录失效请重新登录')).toBeVisible();
  await expect(page).toHaveURL(/\/login\/login/);
  await expect.poll(open).toBe(0);
  await close();
  await page.context().close();
});

test('a browser without sockets says so once and works on', async () => {
  const page = await desk();
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'WebSocket');
  });
  await office.signIn(page, 'buyer');
  await expect(page.getByText('Your browser does not support WebSocket', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await page.context().close();
  expect(office.complaints).toEqual([]);
});
