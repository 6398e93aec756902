import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { toast } from '#src/kit/notice.ts';
import { onScan } from '#src/reader/scans.ts';
import { whenIdle } from '../idle.ts';
import { loadPart, missingWords } from '../routing/stale-chunk.ts';
import { useSession } from '../session/sign-in-state.ts';
import { openPalette, usePalette } from './palette-store.ts';
import { noteScreen } from './recent-screens.ts';

/** The palette's place in the office frame: it loads when idle, opens with Ctrl/⌘-K, and with whatever is scanned outside a field. */
export function PaletteHost() {
  const uid = useSession((state) => state.session?.uid);
  return uid === undefined ? null : <Host uid={uid} />;
}

function Host({ uid }: { uid: number }) {
  const open = usePalette((state) => state.open);
  const [part, setPart] = useState<{ Palette: ComponentType } | null>(null);
  const { pathname } = useLocation();
  useEffect(() => noteScreen(uid, pathname), [uid, pathname]);
  useEffect(() => whenIdle(() => void import('./palette.tsx').then(setPart, () => {})), []);
  useEffect(() => {
    if (!open || part) return;
    loadPart(() => import('./palette.tsx')).then(setPart, (problem: unknown) => {
      usePalette.setState({ open: false });
      toast(missingWords(problem));
    });
  }, [open, part]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        openPalette();
      }
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, []);
  useEffect(
    () =>
      onScan(({ head, code }) => openPalette((head?.text ?? '') + code), {
        passes: (target) => usePalette.getState().open || isField(target),
      }),
    [],
  );
  return open && part ? <part.Palette /> : null;
}

/** What is typed there belongs there; a dialog in the way is answered first. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], dialog') !== null;
}
