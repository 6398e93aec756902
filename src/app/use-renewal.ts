import { useState } from 'react';
import { serviceWorkers } from '#src/platform/service-worker.ts';
import { useApp } from './app-context.tsx';
import { renew } from './renew.ts';
import { updateHindrance } from './update-hindrance.ts';

/** A button's work: loads the page anew in the newest version. `words` say why that could not be done, empty before. */
export function useRenewal(): { words: string; asking: boolean; begin(): void } {
  const { services } = useApp();
  const [words, setWords] = useState('');
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    try {
      const hindrance = () => updateHindrance(services);
      setWords(await renew({ workers: serviceWorkers(), hindrance, reload: () => location.reload() }));
    } finally {
      setAsking(false);
    }
  };
  return { words, asking, begin: () => void ask().catch(reportError) };
}
