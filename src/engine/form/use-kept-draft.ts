import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Drafts, KeptDraft } from '#src/local/index.ts';
import { onLeaving } from '#src/platform/leave-page.ts';
import { readSession } from '#src/platform/session.ts';
import { useLocalOpener } from '../local-context.tsx';
import { usePage } from '../page-context.ts';
import type { FormChange } from './change.ts';

interface KeptForm {
  /** Whether there is a draft is not known yet; never long. */
  readonly looking: boolean;
  /** When the draft that was put back was last kept, epoch milliseconds; null without one. */
  readonly restoredAt: number | null;
  /** What was typed is saved, or its person lets go of it. At once: the form may be gone with the next drawing. */
  forget(): void;
}

interface DraftOptions {
  /** The form on its page. */
  form: string;
  /** Where it is found again, of a form that is the same on every page: that of its page by default. */
  place?: string | undefined;
  /** What was typed; null while there is nothing to lose. */
  change: FormChange | null;
  /** What the form starts from is there: a draft can be put back. */
  ready: boolean;
  restore(change: FormChange): void;
  /** Its person may have let go of it elsewhere, before this form is drawn again. The same function always. */
  isWanted(): boolean;
}

/** How long what was typed may be kept by this page alone, and how long a form waits for its draft. Milliseconds. */
const keepAfter = 700;
const patience = 1000;

/**
 * Keeps what is typed into a form on this device, and puts it back when its page is opened again after a crash, a reload
 * or the end of a session; forgets it with a save. Without a page, a person or databases nothing is kept.
 */
export function useKeptDraft({ form, place, change, ready, restore, isWanted }: DraftOptions): KeptForm {
  const drafts = useDrafts(form, place);
  // What its store holds already is later than what the device has kept of it.
  const begun = useRef(isWanted());
  const [looking, setLooking] = useState(drafts !== null && !isWanted());
  const [savedAt, setSavedAt] = useState<number | null>(null);

  const look = useEffectEvent(async (isLate: () => boolean) => {
    const draft = await drafts?.take();
    if (!draft || isLate()) return;
    restore(draft.value);
    setSavedAt(draft.savedAt);
  });
  useEffect(() => {
    // Once for each form, however often its page comes back into view.
    if (!ready || !drafts || begun.current) return;
    begun.current = true;
    let late = false;
    const end = () => {
      late = true;
      setLooking(false);
    };
    void look(() => late).then(end, end);
    // Somebody may be typing by then: a draft found later waits for the next visit.
    setTimeout(end, patience);
  }, [ready, drafts]);

  const known = savedAt !== null;
  const forgetKept = useKeeping({ change, drafts: looking ? null : drafts, known, isWanted });
  const forget = useCallback(() => {
    setSavedAt(null);
    forgetKept();
  }, [forgetKept]);
  return { looking: looking && ready, restoredAt: change === null ? null : savedAt, forget };
}

/** Keeps each change a little later, and at once when its page goes out of view or is closed. `known`: there is a draft of it already. */
function useKeeping({
  change,
  drafts,
  known,
  isWanted,
}: {
  change: FormChange | null;
  drafts: FormDrafts | null;
  known: boolean;
  isWanted(): boolean;
}): () => void {
  const page = usePage();
  const waiting = useRef<FormChange | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isKept = useRef(isWanted());
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (waiting.current && drafts && !page.isDiscarded() && isWanted()) {
      isKept.current = true;
      drafts.put(waiting.current);
    }
    waiting.current = null;
  }, [drafts, page, isWanted]);
  const forget = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    waiting.current = null;
    isKept.current = false;
    drafts?.drop();
  }, [drafts]);
  useEffect(() => {
    if (!drafts) return;
    waiting.current = change;
    if (change) timer.current ??= setTimeout(flush, keepAfter);
    else if (isKept.current || known) forget();
  }, [change, drafts, known, flush, forget]);
  useEffect(() => onLeaving(flush), [flush]);
  // Before the frame forgets that a person has agreed to lose it.
  useLayoutEffect(() => flush, [flush]);
  return forget;
}

/** The drafts of one form of one person. */
interface FormDrafts {
  take(): Promise<KeptDraft<FormChange> | null>;
  put(change: FormChange): void;
  drop(): void;
}

function useDrafts(form: string, place: string | undefined): FormDrafts | null {
  const shelf = usePlace(place);
  return useMemo(() => {
    if (!shelf) return null;
    const { open, quietly } = shelf;
    const place = { ...shelf.place, form };
    return {
      take: async () => {
        try {
          return await (await open()).drafts.take<FormChange>(place);
        } catch (problem) {
          reportError(problem);
          return null;
        }
      },
      put: (change) => quietly((drafts) => drafts.put(place, change)),
      drop: () => quietly((drafts) => drafts.drop(place)),
    };
  }, [shelf, form]);
}

/** Forgets the drafts of some forms of a place, those too that are not shown now. */
export function useDropDrafts(place: string): (forms: readonly string[]) => void {
  const shelf = usePlace(place);
  return useCallback(
    (forms) => {
      for (const form of forms) shelf?.quietly((drafts) => drafts.drop({ ...shelf.place, form }));
    },
    [shelf],
  );
}

/** This device's drafts of one person in one place; null where nothing is kept. */
function usePlace(elsewhere: string | undefined) {
  const open = useLocalOpener();
  const { key } = usePage();
  const page = elsewhere ?? key;
  // Whose it is does not change with the end of their session: the last words are kept after it.
  const [uid] = useState(() => readSession()?.uid ?? null);
  return useMemo(() => {
    if (!open || page === null || uid === null) return null;
    // A device that keeps nothing has no drafts; the form goes on without.
    const quietly = (work: (drafts: Drafts) => Promise<void>) =>
      void open()
        .then(({ drafts }) => work(drafts))
        .catch(reportError);
    return { open, quietly, place: { uid, page } };
  }, [open, page, uid]);
}
