// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { useGoBack } from './use-address.ts';

function Page() {
  const goBack = useGoBack('/list');
  return (
    <button type="button" onClick={goBack}>
      取消
    </button>
  );
}

const routers: ReturnType<typeof createBrowserRouter>[] = [];
afterEach(() => {
  cleanup();
  for (const router of routers.splice(0)) router.dispose();
});

/** A product that begins at this address: as after a link. Whatever stood in the tab before is no page of its own. */
function openAt(address: string) {
  history.pushState(null, '', '/elsewhere');
  history.pushState(null, '', address);
  const router = createBrowserRouter([{ path: '*', element: <Page /> }]);
  routers.push(router);
  render(<RouterProvider router={router} />);
  const at = () => router.state.location.pathname + router.state.location.search;
  return { router, at, cancel: async () => userEvent.click(await screen.findByRole('button', { name: '取消' })) };
}

it('leads to the list from the first page', async () => {
  const { at, cancel } = openAt('/form?id=1');
  await cancel();
  await waitFor(() => expect(at()).toBe('/list'));
});

it('leads there too when that page has been replaced since', async () => {
  const { router, at, cancel } = openAt('/form?id=1');
  await act(() => router.navigate('/form?id=1&sent=1', { replace: true }));
  await cancel();
  await waitFor(() => expect(at()).toBe('/list'));
});

it('leads back to where one came from, with its filters', async () => {
  const { router, at, cancel } = openAt('/list?page=3');
  await act(() => router.navigate('/form?id=1'));
  await act(() => router.navigate('/form?id=1&sent=1', { replace: true }));
  await cancel();
  await waitFor(() => expect(at()).toBe('/list?page=3'));
});

it('leads back there when the browser has loaded the page anew', async () => {
  const { router, at } = openAt('/list?page=4');
  await act(() => router.navigate('/form?id=2'));
  expect(at()).toBe('/form?id=2');
  cleanup();
  router.dispose();
  const again = createBrowserRouter([{ path: '*', element: <Page /> }]);
  routers.push(again);
  render(<RouterProvider router={again} />);
  await userEvent.click(await screen.findByRole('button', { name: '取消' }));
  await waitFor(() => expect(again.state.location.search).toBe('?page=4'));
});
