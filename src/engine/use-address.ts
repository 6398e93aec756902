import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
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
  const { key } = useLocation();
  return useCallback(() => {
    page.finish();
    if (key === 'default') void navigate(otherwise, { replace: true });
    else void navigate(-1);
  }, [key, navigate, otherwise, page]);
}
