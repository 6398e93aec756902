import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type RenderResult, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { fleetCalls } from '#contract/areas/fleet/fleet-calls.ts';
import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { LocalProvider } from '#src/engine/local-context.tsx';
import { openPermissionNode, setPermissionKeys } from '#src/engine/permissions-store.ts';
import { WireProvider } from '#src/engine/wire-context.tsx';
import { HandFrameProvider } from '#src/kit/hand/frame-context.ts';
import { NoticeHost } from '#src/kit/notice-host.tsx';
import type { Local } from '#src/local/index.ts';
import { saveSession } from '#src/platform/session.ts';
import { ownBases } from '#src/wire/bases.ts';
import { createWire } from '#src/wire/wire.ts';
import { routes } from './routes.ts';

/** Mounts a screen of the warehouse mode for a test: real databases, real wire (the caller cuts the line), one person. `back`: the browser's. */
export async function mountHand(
  path: string,
  local: Local,
  keys: readonly string[] = usual,
): Promise<RenderResult & { back(): Promise<void> }> {
  saveSession({ token: 't-11', exp: 0, userInfo: { uid: 11, username: 'whs', nickname: '王铁柱' } });
  openPermissionNode(2);
  setPermissionKeys(2, keys);
  const screens = await Promise.all(
    routes.map(async ({ path, screen }) => ({ path, Component: (await screen()).Screen })),
  );
  const router = createMemoryRouter(screens, { initialEntries: [path] });
  const wire = createWire({ bases: ownBases, device: 'device-1', build: '', caller: () => null });
  const opened = Promise.resolve(local);
  let result: RenderResult | undefined;
  await act(async () => {
    result = render(
      <WireProvider wire={wire}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <LocalProvider open={() => opened}>
            <HandFrameProvider value={{ signOut: () => Promise.resolve() }}>
              <RouterProvider router={router} />
              <NoticeHost />
            </HandFrameProvider>
          </LocalProvider>
        </QueryClientProvider>
      </WireProvider>,
    );
    await opened;
  });
  if (!result) throw new Error('nothing was drawn');
  return Object.assign(result, { back: () => act(() => router.navigate(-1)) });
}

/** What most people of a warehouse hold besides the work itself. */
const usual: readonly string[] = [fleetCalls.discarded.access];

/** A sheet on the device: blind by default, two zones, two goods. */
export function sheetOf(parts: Partial<SheetDownload> = {}): SheetDownload {
  return {
    id: 7,
    stocktaking_no: 'PD25030300001',
    warehouse_id: 1,
    warehouse_name: '嘉兴总仓',
    status: 1,
    round: 1,
    blind: true,
    zones: [
      { id: 1, code: 'A', name: '女装区', status: 1 },
      { id: 2, code: 'B', name: '男装区', status: 1 },
    ],
    goods: [
      { sku_id: 1, sku_no: 'SP-1', name: '棉麻衬衫', color: '白', size: 'M', imperfect_type: 0, barcodes: ['6901000'] },
      { sku_id: 2, sku_no: 'SP-2', name: '直筒长裤', color: '黑', size: 'L', imperfect_type: 0, barcodes: ['6902000'] },
    ],
    recount: [],
    next_seq: 1,
    server_time: '2025-03-03T08:00:00.000Z',
    ...parts,
  };
}

/**
 * The gun, as the page hears it: each key goes to whatever has the focus and, unless somebody takes the key, leaves its
 * letter there. The time stamps are the gun's, `every` ms apart, 700 ms more behind `gapAfter` letters, however slow the machine.
 */
export function shoot(code: string, { every = 4, gapAfter = code.length + 1 } = {}): void {
  // The clock of the events, which is not the machine's in a made-up document.
  const start = new Event('now').timeStamp;
  for (const [index, letter] of Array.from(`${code}\n`).entries()) {
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { ...keyOf(letter), bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: start + index * every + (index >= gapAfter ? 700 : 0) });
    if (target.dispatchEvent(event)) {
      if (letter === '\n') press(target);
      else type(target, letter);
    }
  }
}

/** A gun that puts its text in without keys: where no field has the focus, nobody hears anything but its Enter. */
export function shootText(code: string): void {
  const target = document.activeElement ?? document.body;
  const put = new InputEvent('beforeinput', { data: code, inputType: 'insertText', bubbles: true, cancelable: true });
  if (target instanceof HTMLInputElement && !target.readOnly && target.dispatchEvent(put)) type(target, code);
  const enter = new KeyboardEvent('keydown', { key: 'Enter', code: '', bubbles: true, cancelable: true });
  if (target.dispatchEvent(enter)) press(target);
}

/** What a browser does with an Enter that nobody has taken. */
function press(target: Element): void {
  if (target instanceof HTMLButtonElement) target.click();
}

function keyOf(letter: string): KeyboardEventInit {
  if (letter === '\n') return { key: 'Enter', code: 'Enter' };
  return { key: letter, code: /\d/.test(letter) ? `Digit${letter}` : `Key${letter.toUpperCase()}` };
}

/** What a browser does with a key that nobody has taken. */
function type(target: Element, letter: string): void {
  if (!(target instanceof HTMLInputElement) || target.readOnly || target.disabled) return;
  if (target.maxLength >= 0 && target.value.length >= target.maxLength) return;
  // Not through React's own setter, which would hide the change from it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, target.value + letter);
  target.dispatchEvent(new InputEvent('input', { data: letter, inputType: 'insertText', bubbles: true }));
}
