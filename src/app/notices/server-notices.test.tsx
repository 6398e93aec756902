// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acknowledgeNotice, forgetNotices, takeNotice, useNoticeQueue } from '#src/live/notice-queue.ts';
import { sendAcknowledgements } from './acknowledge.ts';
import { ServerNotices } from './server-notices.tsx';

let sent: number[];

beforeEach(() => {
  sent = [];
  sendAcknowledgements((msgId) => sent.push(msgId));
  // jsdom has the element but not its methods.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

afterEach(() => {
  cleanup();
  forgetNotices();
});

const notice = (msg_id: number, content = `内容${msg_id}`) =>
  ({ type: 3, msg_id, title: `标题${msg_id}`, content }) as const;
const draw = (path = '/storage/stockList') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <ServerNotices />
    </MemoryRouter>,
  );

it('shows one after the other, each until 我知道了 tells the server', async () => {
  takeNotice(notice(1));
  takeNotice(notice(2));
  takeNotice(notice(1));
  draw();
  expect(screen.getByRole('alertdialog', { name: '标题1', description: '内容1' })).toBeTruthy();
  expect(screen.getByText('还有 1 条')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: '我知道了' }));
  expect(screen.getByRole('alertdialog', { name: '标题2' })).toBeTruthy();
  // What a scanner or a person was about to type.
  await userEvent.keyboard('{Enter} ');
  expect(sent).toEqual([1]);
  await userEvent.keyboard('{Tab}{Enter}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(sent).toEqual([1, 2]);
});

it('puts off all that wait: they stand over nothing, and are not acknowledged', async () => {
  takeNotice(notice(1));
  takeNotice(notice(2));
  draw();
  await userEvent.click(screen.getByRole('button', { name: '稍后查看' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect([sent, useNoticeQueue.getState().waiting.length]).toEqual([[], 2]);
  act(() => void takeNotice(notice(3)));
  expect(screen.getByRole('alertdialog', { name: '标题3' })).toBeTruthy();
});

it('does not stand over the doors, and waits behind them', () => {
  takeNotice(notice(1));
  const { unmount } = draw('/login/login');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  unmount();
  draw('/hand');
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

it('goes when it was acknowledged on another page, and one that comes again afterwards is only told again', () => {
  takeNotice(notice(1));
  acknowledgeNotice(1);
  draw();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(takeNotice(notice(1))).toBe(false);
});

it.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<a href="javascript:alert(1)">x</a>',
  '<b onclick=alert(1)>x</b>',
  '<iframe srcdoc="<script>alert(1)</script>">',
])('%s is text, in title and content', (payload) => {
  takeNotice({ type: 3, msg_id: 1, title: payload, content: payload });
  draw();
  const dialog = screen.getByRole('alertdialog');
  expect(dialog.querySelectorAll('img,script,animate,a,iframe,[onclick]')).toHaveLength(0);
  // The end of a tag that stayed text is left out, as in every message of the server.
  const [start = ''] = payload.split('</b>');
  expect(dialog.textContent?.split(start)).toHaveLength(3);
});
