import { lazy, Suspense } from 'react';

// No part of the page stands in what everybody else begins with.
const SupplierBill = lazy(async () => ({ default: (await import('./supplier-bill.tsx')).SupplierBill }));

/** The page of a supplier's link (decision 0098). */
export function Screen() {
  return (
    <Suspense>
      <SupplierBill />
    </Suspense>
  );
}
