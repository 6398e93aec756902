// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { filePurposes } from '#contract/areas/tasks/files.ts';
import { schemaOfField } from '#contract/kit/schema.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { saveSession } from '#src/platform/session.ts';
import { testRequests } from '#src/wire/test-requests.ts';
import { controlsOf } from '../kinds/controls.ts';
import { renderDesk } from '../test-bench.tsx';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const path = `/get/${'a'.repeat(32)}`;
const field = brand.fields.logo_path;
const { Input } = controlsOf(field);
const now: { value: unknown } = { value: undefined };

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

function Probe({ start }: { start: string | null }) {
  const [value, setValue] = useState<unknown>(start);
  useEffect(() => {
    now.value = value;
  });
  return <Input id="probe" name="logo_path" field={field} value={value} record={{}} onChange={setValue} />;
}

async function show(start: string | null): Promise<void> {
  const bench = createBench();
  renderDesk(<Probe start={start} />, {
    bench: {
      ...bench,
      fetch: async (address, init) =>
        String(address).includes('/api/file/get/')
          ? new Response(png, { headers: { 'content-disposition': 'attachment' } })
          : await bench.fetch(address, init),
    },
  });
  await screen.findByRole('button', { name: /品牌LOGO/ });
}

const choose = async (bytes: Uint8Array<ArrayBuffer>) =>
  await userEvent.upload(
    document.querySelector('input[type=file]') as HTMLInputElement,
    new File([bytes], '标志.png', { type: 'image/png' }),
  );
const savable = (): boolean => schemaOfField(field).safeParse(now.value).success;

it('does not send what is too large, and nothing is saved without it', async () => {
  const requests = testRequests();
  await show(null);
  await choose(new Uint8Array(filePurposes.logo.bytes + 1));
  expect((await screen.findByRole('alert')).textContent).toBe('LOGO不能超过 2 MB');
  expect(requests).toHaveLength(0);
  expect(savable()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: '移除' }));
  expect(now.value).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(savable()).toBe(true);
});

it('offers what did not get through once more, under the same op id; no save takes it meanwhile', async () => {
  const requests = testRequests();
  await show(null);
  await choose(png);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(savable()).toBe(false);
  requests[0]?.fail();
  await userEvent.click(await screen.findByRole('button', { name: '重试' }));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.sentHeaders['idempotency-key']).toBe(requests[0]?.sentHeaders['idempotency-key']);
  expect(requests[1]?.url).toContain('/v1/brand/uploadLogo');
  requests[1]?.answer({ code: 200, msg: 'ok', result: { id: 'a'.repeat(32), path } });
  await waitFor(() => expect(now.value).toBe(path));
  expect(savable()).toBe(true);
  expect((await screen.findByRole('img', { name: '品牌LOGO' })).getAttribute('src')).toBe('blob:it');
});

it('shows the picture that is there, and takes it away', async () => {
  await show(path);
  await screen.findByRole('img', { name: '品牌LOGO' });
  await userEvent.click(screen.getByRole('button', { name: '移除' }));
  expect(now.value).toBeNull();
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
});
