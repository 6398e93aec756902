// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Attachment, AttachmentList } from '#contract/kit/attachments.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { saveSession } from '#src/platform/session.ts';
import { testRequests } from '#src/wire/test-requests.ts';
import { renderDesk } from '../test-bench.tsx';
import { Attachments } from './block.tsx';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const paths = {
  list: '/v1/Inventory/adjustAttachments',
  attach: '/v1/Inventory/adjustAttach',
  detach: '/v1/Inventory/adjustDetach',
};
const file = (more: Partial<Attachment> = {}): Attachment => ({
  id: 'a'.repeat(32),
  name: '现场.png',
  type: 'png',
  size: 2048,
  kind: 'scene',
  admin_id: 7,
  admin_name: '王芳',
  at: '2026-03-02T02:00:00.000Z',
  detachable: true,
  ...more,
});

beforeEach(() => {
  saveSession({ token: 't', exp: 0, userInfo: { uid: 7, username: 'wang', nickname: '王芳' } });
  // jsdom has no layout: whatever there is, is in view.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(hear: (entries: { isIntersecting: boolean }[]) => void) {
        hear([{ isIntersecting: true }]);
      }
      observe(): void {
        // It has been told already.
      }
      disconnect(): void {
        // Nothing is watched.
      }
    },
  );
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:it', revokeObjectURL: () => undefined }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A server that has these files; `bytes` is what every one of them is. */
function serverWith(
  { list = [], attachable = true }: Partial<AttachmentList>,
  bytes: Uint8Array<ArrayBuffer> = png,
): Bench {
  const bench = createBench();
  bench.on(paths.list, { result: { list, attachable } });
  return {
    ...bench,
    fetch: async (address, init) =>
      String(address).includes('/api/file/get/')
        ? new Response(bytes, { headers: { 'content-disposition': 'attachment' } })
        : await bench.fetch(address, init),
  };
}

/** The block on a page of its own, so that one can leave it. */
function Page() {
  return useLocation().pathname === '/' && <Attachments definition={stockAdjustment} id={1} />;
}
const show = (bench: Bench) => renderDesk(<Page />, { bench });

const choose = async (...files: File[]): Promise<void> => {
  await screen.findByRole('button', { name: '选择文件' });
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, files);
};

describe('the block', () => {
  it.each([
    ['nobody may see it', { code: 4003, msg: '没有操作权限', http: 403 }, '没有操作权限'],
    ['the line is cut', 'cut', '当前离线'],
    ['the record is gone', { code: 4004, msg: '数据不存在或已被删除' }, '数据不存在或已被删除'],
  ] as const)('has a face when %s', async (_when, reply, words) => {
    const bench = createBench();
    bench.on(paths.list, reply);
    show(bench);
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });

  it('offers nothing to who only looks, and says that there is nothing', async () => {
    show(serverWith({ attachable: false }));
    await screen.findByText('暂无附件');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows what a file is, who attached it and when; what is not what it says is no picture', async () => {
    show(serverWith({ list: [file()] }, new TextEncoder().encode('<svg onload=alert(1)>')));
    await screen.findByText('文件内容与类型不符');
    expect(screen.getByText('现场照片 · 2 kB')).toBeDefined();
    expect(screen.getByText(/王芳/).textContent).toContain('2026-03-02 10:00');
    expect(document.querySelector('img')).toBeNull();
  });

  it('asks before a file is taken away, and tells a refusal', async () => {
    const person = userEvent.setup();
    const bench = serverWith({ list: [file(), file({ id: 'b'.repeat(32), name: '别人的.png', detachable: false })] });
    bench.on(paths.detach, { code: 4010, msg: '附件只能增加，不能移除' });
    show(bench);
    await person.click(await screen.findByRole('button', { name: '移除 现场.png' }));
    expect(screen.queryByRole('button', { name: '移除 别人的.png' })).toBeNull();
    const dialog = await screen.findByRole('alertdialog');
    await person.click(await within(dialog).findByRole('button', { name: '移除' }));
    await screen.findByText('附件只能增加，不能移除');
    expect(bench.calls(paths.detach)).toMatchObject([{ input: { id: 1, file_id: file().id } }]);
  });
});

describe('a file on its way', () => {
  it('is attached when it is up, as the kind that was chosen', async () => {
    const requests = testRequests();
    const bench = serverWith({});
    bench.on(paths.attach, { result: { count: 1 } });
    show(bench);
    await choose(new File([png], '票.png', { type: 'image/png' }));
    expect(await screen.findByRole('progressbar', { name: '票.png 上传进度' })).toBeDefined();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.form?.get('biz')).toBe('voucher');
    requests[0]?.answer({ code: 200, msg: 'ok', result: file() });
    await waitFor(() => expect(bench.calls(paths.attach)).toHaveLength(1));
    expect(bench.calls(paths.attach)[0]?.input).toEqual({ id: 1, files: [{ id: file().id, kind: 'voucher' }] });
    await screen.findByText('暂无附件');
  });

  it('that is refused says so and is not offered again; one whose line was cut is, under the same op id', async () => {
    const requests = testRequests();
    show(serverWith({}));
    await choose(new File(['x'], '页面.png', { type: 'image/png' }), new File([png], '票.png', { type: 'image/png' }));
    await waitFor(() => expect(requests).toHaveLength(2));
    // Which of the two has been looked at first, nobody knows.
    const of = (name: string) => requests.find(({ form }) => (form?.get('file') as File | null)?.name === name);
    of('页面.png')?.answer({ code: 4001, msg: '凭证只能是 PNG、JPEG、PDF 文件', result: null });
    of('票.png')?.fail();
    await screen.findByText('凭证只能是 PNG、JPEG、PDF 文件');
    await screen.findByText('当前离线');
    expect(screen.queryByRole('button', { name: '重试 页面.png' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: '重试 票.png' }));
    await waitFor(() => expect(requests).toHaveLength(3));
    expect(requests[2]?.sentHeaders['idempotency-key']).toBe(of('票.png')?.sentHeaders['idempotency-key']);
    await userEvent.click(await screen.findByRole('button', { name: '取消 票.png' }));
    await userEvent.click(await screen.findByRole('button', { name: '不再上传 页面.png' }));
    await screen.findByText('暂无附件');
  });
});

describe('leaving while files are under way', () => {
  it('asks first, and stops them all once a person agrees', async () => {
    const requests = testRequests();
    const { router } = show(serverWith({}));
    await choose(...['一', '二', '三'].map((name) => new File([png], `${name}.png`, { type: 'image/png' })));
    await waitFor(() => expect(requests).toHaveLength(2));
    await act(() => router.navigate('/elsewhere'));
    await screen.findByText('有文件还没有上传完');
    expect(router.state.location.pathname).toBe('/');
    expect(requests.map((request) => request.aborted)).toEqual([false, false]);
    await userEvent.click(await screen.findByRole('button', { name: '离开' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
    await waitFor(() => expect(requests.map((request) => request.aborted)).toEqual([true, true]));
  });

  it('does not ask about a file that was refused', async () => {
    const requests = testRequests();
    const { router } = show(serverWith({}));
    await choose(new File(['x'], '页面.png', { type: 'image/png' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    requests[0]?.answer({ code: 4001, msg: '凭证只能是 PNG、JPEG、PDF 文件', result: null });
    await screen.findByText('凭证只能是 PNG、JPEG、PDF 文件');
    await act(() => router.navigate('/elsewhere'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  });
});

describe('the preview', () => {
  it('goes from file to file by keyboard, zooms, and leaves a document to be saved', async () => {
    const person = userEvent.setup();
    show(serverWith({ list: [file(), file({ id: 'c'.repeat(32), name: '合同.pdf', type: 'pdf' })] }));
    await person.click(await screen.findByRole('button', { name: '预览 现场.png' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByRole('img', { name: '现场.png' })).toHaveProperty('src', 'blob:it');
    const stage = within(dialog).getByRole('group', { name: '图片 现场.png' });
    await person.keyboard('+');
    expect(stage.dataset['fits']).toBe('false');
    await person.keyboard('0{ArrowRight}');
    expect(await within(dialog).findByText('下载查看')).toBeDefined();
    expect(dialog.querySelector('img, object, embed, iframe')).toBeNull();
    await person.keyboard('{ArrowRight}{ArrowLeft}');
    expect(within(dialog).getByText('1 / 2')).toBeDefined();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
