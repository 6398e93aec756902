import type { ReactNode } from 'react';
import { deviceOrder } from '#contract/areas/fleet/device-order.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** What was set for chosen devices, and let go of again, by whom and why. */
export function Orders({ views }: { views: ReactNode }) {
  return <ListPage definition={deviceOrder} title="版本管理" slots={{ above: views }} />;
}
