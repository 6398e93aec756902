import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { mayStepBack } from '#src/platform/history.ts';
import { usePage } from './page-context.ts';

/** The record that an address names by `?id=`; undefined when it names none that could be. */
export function useRecordId(name = 'id'): number | undefined {
  const [params] = useSearchParams();
  const id = Number(params.get(name));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Done with this page: goes back to where a person came from, their list with its filters; to `otherwise` when they came by a link. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  const page = usePage();
  return useCallback(() => {
    page.finish();
    // A replaced first page is still the first one: nothing of it but its place in the tab tells.
    if (mayStepBack()) void navigate(-1);
    else void navigate(otherwise, { replace: true });
  }, [navigate, otherwise, page]);
}
