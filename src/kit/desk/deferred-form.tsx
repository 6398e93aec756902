import { lazy, Suspense } from 'react';
import { LoadingFace } from './faces.tsx';
import type { FormPageProps } from './form-page.tsx';

const Form = lazy(async () => ({ default: (await import('./form-page.tsx')).FormPage }));

/** The form of a screen that mostly shows a record: whoever looks does not read what writing needs. */
export function FormPage(props: FormPageProps) {
  return (
    <Suspense fallback={<LoadingFace />}>
      <Form {...props} />
    </Suspense>
  );
}
