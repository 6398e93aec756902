import { catalogue } from '#contract/kit/errors.ts';
import { PageFrame } from './page-frame.tsx';

/** A page of one record whose address names none. */
export function MissingPage({ title }: { title: string }) {
  const { code, words } = catalogue.notFound;
  return (
    <PageFrame title={title} failure={{ kind: 'refused', refusal: 'notFound', code, msg: words, field: null }}>
      {null}
    </PageFrame>
  );
}
