// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '#src/kit/notice.ts';
import { AppProvider } from '../app-context.tsx';
import { createServices } from '../services.ts';
import { createSessionEnd } from '../session/end-session.ts';
import { Screen } from './change-password.tsx';

const long = 'four quite unrelated words';
let sent: { path: string; body: Record<string, unknown> }[];
let answers: object[];
let pictures: number;

beforeEach(() => {
  sent = [];
  answers = [];
  pictures = 0;
  // Two things of a browser that jsdom lacks.
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('reportError', (problem: unknown) => {
    throw problem;
  });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/config.json') return new Response('{}');
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    if (path === '/api/acl/captcha') {
      pictures += 1;
      return new Response(
        JSON.stringify({
          code: 200,
          msg: 'ok',
          result: { captcha_id: `p${pictures}`, image_base64: 'PHN2Zy8+', expire_at: '' },
        }),
      );
    }
    sent.push({ path, body });
    return new Response(JSON.stringify(answers.shift()));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useNotices.setState({ dialogs: [], toasts: [] });
});

it('a picture is shown only when the server asks for one, and a new one after every answer', async () => {
  answers = [
    { code: 4001, msg: '请输入验证码', field: 'captcha', result: null },
    { code: 4001, msg: '验证码有误', field: 'captcha', result: null },
    { code: 4001, msg: '账号或密码错误', result: null },
    { code: 200, msg: 'ok', result: null },
  ];
  await open();
  expect(screen.queryByLabelText('验证码')).toBeNull();
  await press();
  expect(await screen.findByText('请输入验证码')).toBeTruthy();
  const image = () => screen.findByAltText('验证码图片');
  expect((await image()).getAttribute('src')).toBe('data:image/svg+xml;base64,PHN2Zy8+');
  await press();
  expect(sent).toHaveLength(1);
  await userEvent.type(await screen.findByLabelText('验证码'), 'AC7EX');
  await press();
  expect(await screen.findByText('验证码有误')).toBeTruthy();
  await image();
  await userEvent.type(await screen.findByLabelText('验证码'), ' AC7EX ');
  await press();
  await expect.poll(() => pictures).toBe(3);
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('验证码').value).toBe('');
  await userEvent.type(await screen.findByLabelText('验证码'), 'KRN32');
  await press();
  await screen.findByText('登录页');
  expect(sent.map(({ body }) => [body.captcha_id, body.captcha])).toEqual([
    [undefined, undefined],
    ['p1', 'AC7EX'],
    ['p2', 'AC7EX'],
    ['p3', 'KRN32'],
  ]);
});

it('another picture comes for the asking', async () => {
  answers = [{ code: 4001, msg: '请输入验证码', field: 'captcha', result: null }];
  await open();
  await press();
  await screen.findByAltText('验证码图片');
  await userEvent.click(await screen.findByRole('button', { name: '看不清，换一张' }));
  await expect.poll(() => pictures).toBe(2);
});

it('a person with a second factor is asked for its code', async () => {
  answers = [
    { code: 412, msg: '请输入两步验证码', result: null },
    { code: 200, msg: 'ok', result: null },
  ];
  await open();
  await press();
  await userEvent.type(await screen.findByLabelText('两步验证码'), '123456');
  await press();
  await screen.findByText('登录页');
  expect(sent.map(({ body }) => body.second_factor)).toEqual([undefined, '123456']);
});

async function open(): Promise<void> {
  const services = createServices({ onSignedOut: () => {}, onActivity: () => {} });
  const sessionEnd = createSessionEnd(() => services, {
    path: () => '',
    toSignIn: () => {},
    reloadToSignIn: () => {},
    goOn: () => {},
  });
  const router = createMemoryRouter(
    [
      { path: '/login/changePassword', Component: Screen },
      { path: '/login/login', element: <p>登录页</p> },
    ],
    { initialEntries: ['/login/changePassword'] },
  );
  render(
    <AppProvider value={{ services, sessionEnd, rows: [] }}>
      <RouterProvider router={router} />
    </AppProvider>,
  );
  for (const [label, word] of [
    ['账号', 'whs'],
    ['原密码', 'old'],
    ['新密码', long],
    ['确认新密码', long],
  ] as const)
    await userEvent.type(await screen.findByLabelText(label, { selector: 'input' }), word);
}

async function press(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: '确定' }));
}
