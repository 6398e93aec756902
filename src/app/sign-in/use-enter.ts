import { useNavigate, useSearchParams } from 'react-router-dom';
import { clearToasts } from '#src/kit/notice.ts';
import { useApp } from '../app-context.tsx';
import { startPage } from '../preferences.ts';
import { previousAddress } from '../routing/address-trail.ts';
import { addressAfterSignIn, home } from '../routing/return-address.ts';

/** Where a person goes who is signed in now, and the way there. */
export function useEnter(): { target: string; enter(): Promise<void> } {
  const { services } = useApp();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const target = addressAfterSignIn({ r: query.get('r'), previous: previousAddress() });
  const enter = async () => {
    clearToasts();
    await navigate(target === home ? await startPage(services) : target, { replace: true });
  };
  return { target, enter };
}
