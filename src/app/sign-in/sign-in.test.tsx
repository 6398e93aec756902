// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '#src/kit/notice.ts';
import { readSession } from '#src/platform/session.ts';
import { AppProvider } from '../app-context.tsx';
import { createServices } from '../services.ts';
import { createSessionEnd } from '../session/end-session.ts';
import { Screen as ChangePassword } from './change-password.tsx';
import { Screen as SignIn } from './sign-in.tsx';

let sent: { path: string; body: Record<string, unknown> }[];
let answer: object;
let answers: Record<string, object>;

// The page loads it when it is needed; antd comes with it, which takes its time on a busy machine.
beforeAll(async () => {
  await import('./set-up-step.tsx');
});

beforeEach(() => {
  sent = [];
  answers = {};
  answer = { code: 4001, msg: '账号或密码错误', message: '', data: null };
  // Two things of a browser that jsdom lacks.
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('reportError', (problem: unknown) => {
    throw problem;
  });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/config.json') return new Response('{}');
    sent.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : {} });
    return new Response(JSON.stringify(answers[path] ?? answer));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useNotices.setState({ dialogs: [], toasts: [] });
  localStorage.clear();
  sessionStorage.clear();
});

describe('a form that is not filled', () => {
  it('is not sent and says what is missing', async () => {
    open('/login/login');
    await userEvent.click(await screen.findByRole('button', { name: '登录' }));
    expect(screen.getByText('请输入账号')).toBeTruthy();
    expect(screen.getByText('请输入密码')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('says so when a field is left, and takes it back when it is mended', async () => {
    open('/login/login');
    await userEvent.click(account());
    await userEvent.tab();
    expect(screen.getByText('请输入账号')).toBeTruthy();
    expect(screen.queryByText('请输入密码')).toBeNull();
    await userEvent.type(account(), 'w');
    expect(screen.queryByText('请输入账号')).toBeNull();
  });
});

describe('a login that is refused', () => {
  it('says why, and makes a second time noticeable', async () => {
    open('/login/login');
    await fill('whs', 'wrong');
    await expect.poll(toasts).toEqual(['账号或密码错误']);
    await userEvent.type(password(), '{Enter}');
    await expect.poll(toasts).toEqual(['账号或密码错误', '账号或密码错误  ']);
    expect(readSession()).toBeNull();
  });

  it('with code 411 leads to changing the password, with the query kept', async () => {
    answer = { code: 411, msg: '首次登录请先修改密码', message: '', data: null };
    const router = open('/login/login?r=%2Fshops%2FaddShop&from=mail');
    await fill('whs', 'first-password');
    await screen.findByRole('heading', { name: '设置新密码' });
    expect(router.state.location.search).toBe('?r=%2Fshops%2FaddShop&from=mail');
  });
});

describe('a first sign-in', () => {
  const long = 'four quite unrelated words';
  const session = {
    token: 'secret',
    exp: '2030-01-01T00:00:00Z',
    userInfo: { uid: 7, username: 'whs', nickname: '王' },
  };
  const begin = async () => {
    answers['/api/acl/login'] = { code: 411, msg: '首次登录请先修改密码', message: '', data: null };
    const router = open('/login/login?r=%2Fstorage%2FstockList');
    await fill(' whs ', 'first-password');
    await screen.findByRole('heading', { name: '设置新密码' });
    return router;
  };
  const choose = async () => {
    await userEvent.type(screen.getByLabelText('新密码', { selector: 'input' }), long);
    await userEvent.type(screen.getByLabelText('确认新密码', { selector: 'input' }), `${long}{Enter}`);
  };

  it('asks for nothing that has been typed, keeps it out of the address and the history, and goes on signed in', async () => {
    const router = await begin();
    expect(screen.getByText('whs')).toBeTruthy();
    expect(screen.queryByLabelText('原密码', { selector: 'input' })).toBeNull();
    expect(JSON.stringify([router.state.location, history.state])).not.toContain('first-password');
    answers['/api/acl/changePwd'] = { code: 200, msg: 'ok', result: null };
    answers['/api/acl/login'] = { code: 200, msg: '', message: '', data: session };
    await choose();
    await expect.poll(() => router.state.location.pathname).toBe('/storage/stockList');
    expect(readSession()).toMatchObject({ uid: 7 });
    expect(sent.filter(({ path }) => /login|changePwd/.test(path)).map(({ body }) => body)).toMatchObject([
      { username: 'whs', password: 'first-password' },
      { username: 'whs', old_password: 'first-password', new_password: long, confirm_password: long },
      { username: 'whs', password: long },
    ]);
  });

  it.each([
    [413, '设置两步验证'],
    [412, '两步验证'],
  ])('goes on to the second factor by itself (%s)', async (code, heading) => {
    await begin();
    answers['/api/acl/changePwd'] = { code: 200, msg: 'ok', result: null };
    answers['/api/acl/login'] = { code, msg: '', message: '', data: null };
    answers['/api/acl/secondFactor/begin'] = { code: 200, msg: '', result: { secret: 'ABCDEF', uri: 'otpauth://x' } };
    await choose();
    expect(await screen.findByRole('heading', { name: heading }, { timeout: 10_000 })).toBeTruthy();
    answers['/api/acl/secondFactor/confirm'] = {
      code: 200,
      msg: '',
      result: { recovery_codes: ['aaaaaa-bbbbbb'], session },
    };
    await expect.poll(() => screen.queryByText('ABCD EF') !== null || code === 412, { timeout: 10_000 }).toBe(true);
    answers['/api/acl/login'] = { code: 200, msg: '', message: '', data: session };
    await userEvent.type(await screen.findByLabelText('验证码'), '123456{Enter}');
    if (code === 413) await userEvent.click(await screen.findByRole('button', { name: '我已保存，进入系统' }));
    await expect.poll(() => readSession()?.uid).toBe(7);
    expect(sent.find(({ body }) => body.second_factor === '123456')?.body).toMatchObject({
      username: 'whs',
      password: long,
    });
  });

  it('asks for everything once the page has been loaded anew or left', async () => {
    await begin();
    await userEvent.click(await screen.findByRole('button', { name: '返回登录' }));
    await userEvent.click(await screen.findByRole('button', { name: '重置密码' }));
    expect(await screen.findByLabelText('原密码', { selector: 'input' })).toMatchObject({ value: '' });
  });

  it('says a refusal that belongs to what is not asked for', async () => {
    await begin();
    answers['/api/acl/changePwd'] = { code: 4001, msg: '原密码不正确', field: 'old_password', result: null };
    await choose();
    await expect.poll(toasts).toContain('原密码不正确');
  });
});

describe('a second factor', () => {
  const into = {
    code: 200,
    msg: '',
    message: '',
    data: { token: 'secret', exp: '2030-01-01T00:00:00Z', userInfo: { uid: 7, username: 'whs', nickname: '王' } },
  };

  it('is asked for after the password, without a word of refusal, and sent with the same form', async () => {
    answer = { code: 412, msg: '请输入两步验证码', message: '', data: null };
    const router = open('/login/login?r=%2Fstorage%2FstockList');
    await fill('whs', 'secret words');
    await screen.findByRole('heading', { name: '两步验证' });
    expect(toasts()).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: '登录' }));
    expect(screen.getByText('请输入验证码')).toBeTruthy();
    answer = { code: 4001, msg: '两步验证码不正确或已经用过', message: '', data: null };
    await userEvent.type(await screen.findByLabelText('验证码'), '000000{Enter}');
    await expect.poll(toasts).toEqual(['两步验证码不正确或已经用过']);
    expect((screen.getByLabelText('验证码') as HTMLInputElement).value).toBe('');
    answer = into;
    await userEvent.type(await screen.findByLabelText('验证码'), '123456{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe('/storage/stockList');
    expect(sent.filter(({ path }) => path === '/api/acl/login').map(({ body }) => body.second_factor)).toEqual([
      undefined,
      '000000',
      '123456',
    ]);
  });

  it('may be a recovery code, and the way back leads to an empty password', async () => {
    answer = { code: 412, msg: '', message: '', data: null };
    open('/login/login');
    await fill('whs', 'secret words');
    await userEvent.click(await screen.findByRole('button', { name: '手机不在身边？用恢复码' }));
    expect(screen.getByLabelText('恢复码')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: '返回' }));
    expect([account().value, password().value]).toEqual(['whs', '']);
  });

  it('that a role requires is set up on the way in: nothing is stored before its first code', async () => {
    answer = { code: 413, msg: '您的角色要求两步验证，请先完成设置', message: '', data: null };
    const router = open('/login/login?r=%2Fstorage%2FstockList');
    answers = {
      '/api/acl/secondFactor/begin': { code: 200, msg: '', result: { secret: 'ABCDEF', uri: 'otpauth://x' } },
    };
    await fill('whs', 'secret words');
    expect(await screen.findByText('ABCD EF', {}, { timeout: 10_000 })).toBeTruthy();
    expect(readSession()).toBeNull();
    answers['/api/acl/secondFactor/confirm'] = {
      code: 200,
      msg: '',
      result: { recovery_codes: ['aaaaaa-bbbbbb'], session: into.data },
    };
    await userEvent.type(await screen.findByLabelText('验证码'), '123456{Enter}');
    expect(await screen.findByText('aaaaaa-bbbbbb')).toBeTruthy();
    expect(readSession()).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: '我已保存，进入系统' }));
    await expect.poll(() => router.state.location.pathname).toBe('/storage/stockList');
    expect(readSession()).toMatchObject({ uid: 7 });
  });
});

describe('a login that succeeds', () => {
  beforeEach(() => {
    answer = {
      code: 200,
      msg: '',
      message: '',
      data: { token: 'secret', exp: '2030-01-01T00:00:00Z', userInfo: { uid: 7, username: 'whs', nickname: '王' } },
    };
  });

  it('sends the form, stores the session, clears what the tab held and goes back', async () => {
    sessionStorage.setItem('menu-closed', '1');
    const router = open('/login/login?r=%2Fstorage%2FstockList%3Fpage%3D2');
    await fill(' whs ', ' secret words ');
    await expect
      .poll(() => router.state.location.pathname + router.state.location.search)
      .toBe('/storage/stockList?page=2');
    expect(sent[0]).toMatchObject({
      path: '/api/acl/login',
      body: { appid: 'erp', username: 'whs', password: ' secret words ' },
    });
    expect(localStorage.getItem('authorization')).toBe('secret');
    expect(localStorage.getItem('runtime')).toBe('2030-01-01T00:00:00Z');
    expect(readSession()).toMatchObject({ uid: 7, username: 'whs' });
    expect(sessionStorage.length).toBe(0);
  });

  it.each([
    ['with a tablet in the hand to the warehouse mode, who counts', true, ['stocktaking:count'], '/hand'],
    ['with a tablet in the hand to the landing page, who does not', true, ['stocktaking:view'], '/dashboard/index'],
    ['at a desk to the landing page, who counts', false, ['stocktaking:count'], '/dashboard/index'],
  ])('leads %s', async (_, touch, keys, path) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: touch && query === '(pointer: coarse)' }));
    const counting = { id: 5, parent_id: 4, url: '/#/storage/stocktakingList', name: '盘点单', order: 1, style: null };
    const group = { id: 4, parent_id: null, url: '/storage', name: '仓储管理', order: 1, style: null };
    const menu = [{ ...group, childNode: [{ ...counting, childNode: [] }] }];
    answers['/api/acl/login'] = answer;
    answers['/api/acl/v1/index/menu'] = { code: 200, msg: '', result: { data: menu } };
    answers['/api/acl/v1/index/permissions'] = { code: 200, msg: '', result: { data: keys } };
    answer = { code: 4004, msg: '' };
    const router = open('/login/login?r=%2Fdashboard%2Findex');
    await fill('whs', 'secret');
    await expect.poll(() => router.state.location.pathname).toBe(path);
  });

  it.each(['//evil.example', 'https://evil.example', '/%5Cevil.example', 'javascript:alert(1)'])(
    'never goes to %s',
    async (r) => {
      const router = open(`/login/login?r=${r}`);
      await fill('whs', 'secret');
      await expect.poll(() => router.state.location.pathname).toBe('/dashboard/index');
    },
  );
});

it('重置密码 goes to changing the password with the whole query', async () => {
  const router = open('/login/login?r=%2F&x=1&x=2');
  await userEvent.click(await screen.findByRole('button', { name: '重置密码' }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/login/changePassword?r=%2F&x=1&x=2');
});

it('the password can be shown', async () => {
  open('/login/login');
  expect(password().type).toBe('password');
  await userEvent.click(await screen.findByRole('button', { name: '显示密码' }));
  expect(password().type).toBe('text');
});

describe('changing the password', () => {
  it('sends nothing that the policy refuses', async () => {
    open('/login/changePassword');
    await change('whs', 'old', 'brevity', 'brevity!');
    expect(screen.getByText('新密码至少 15 个字符（设有两步验证的至少 8 个），现在 7 个')).toBeTruthy();
    expect(screen.getByText('两次输入的新密码不一致')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('leaves it to the server whether eight characters are enough, and says both lengths', async () => {
    answer = { code: 4001, msg: '密码至少 15 个字符', field: 'new_password', result: null };
    open('/login/changePassword');
    expect(screen.getByText(/^15 到 128 个字符，设有两步验证的 8 个起/)).toBeTruthy();
    await change('whs', 'old', 'q9#heron', 'q9#heron');
    expect(await screen.findByText('密码至少 15 个字符')).toBeTruthy();
    expect(sent).toMatchObject([{ body: { new_password: 'q9#heron' } }]);
  });

  it('shows the server’s word at its field', async () => {
    answer = { code: 4001, msg: '原密码不正确', field: 'old_password', result: null };
    open('/login/changePassword');
    await change('whs', 'old', '不会忘记的话吧', '不会忘记的话吧');
    expect(sent).toEqual([]);
    await change('', '', '呀', '呀');
    expect(await screen.findByText('原密码不正确')).toBeTruthy();
  });

  it('leads back to the sign-in page', async () => {
    answer = { code: 200, msg: '', result: null };
    const router = open('/login/changePassword?r=%2Fhand');
    await change('whs', 'old', 'four quite unrelated words', 'four quite unrelated words');
    await screen.findByRole('heading', { name: '后台管理系统' });
    expect(router.state.location.search).toBe('?r=%2Fhand');
    expect(sent).toMatchObject([
      { path: '/api/acl/changePwd', body: { appid: 'erp', username: 'whs', old_password: 'old' } },
    ]);
  });
});

function open(address: string) {
  const services = createServices({ onSignedOut: () => {}, onActivity: () => {} });
  const sessionEnd = createSessionEnd(() => services, {
    path: () => '',
    toSignIn: () => {},
    reloadToSignIn: () => {},
    goOn: () => {},
  });
  const router = createMemoryRouter(
    [
      { path: '/login/login', Component: SignIn },
      { path: '/login/changePassword', Component: ChangePassword },
      { path: '/dashboard/index', element: <p>首页</p> },
      { path: '/hand', element: <p>仓库模式</p> },
      { path: '/storage/stockList', element: <p>库存列表</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <AppProvider value={{ services, sessionEnd, rows: [] }}>
      <RouterProvider router={router} />
    </AppProvider>,
  );
  return router;
}

function account(): HTMLInputElement {
  return screen.getByLabelText('账号');
}

function password(): HTMLInputElement {
  return screen.getByLabelText('密码', { selector: 'input' });
}

async function fill(name: string, word: string): Promise<void> {
  await userEvent.type(account(), name);
  await userEvent.type(password(), `${word}{Enter}`);
}

async function change(...words: string[]): Promise<void> {
  for (const [at, label] of ['账号', '原密码', '新密码', '确认新密码'].entries()) {
    const word = words[at] ?? '';
    if (word !== '') await userEvent.type(await screen.findByLabelText(label, { selector: 'input' }), word);
  }
  await userEvent.click(await screen.findByRole('button', { name: '确定' }));
}

function toasts(): string[] {
  return useNotices.getState().toasts.map((toast) => toast.text);
}
