import { create } from 'zustand';

/** Where a newer version of the application stands on this device. */
export interface UpdateState {
  /** `ready`: installed beside ours and waiting. `taken`: in control; this tab loads anew at its next change of screen. */
  stage: 'none' | 'ready' | 'taken';
  /** Why it cannot be taken now, for a person. */
  hindrance: string;
  /** What operations want of this device (app/fleet); null for nothing. */
  told: Told | null;
  /** What operations have to say to this device, until somebody has put it away. */
  message: { id: number; words: string } | null;
  /** The version whose offer was put away until the page is loaded anew. */
  putAway: string | null;
  /** Takes the waiting version, if every tab can spare it. */
  take(): Promise<void>;
  /** Puts the offer away until the page is loaded anew. */
  later(): void;
}

/** A newer version as operations want it taken: offered, urged, or before anything else. */
export interface Told {
  how: 'offer' | 'urge' | 'block';
  version: string;
  /** What is new, or what must be done first. */
  words: string;
  /** Loads the newest version, or says why that cannot be. */
  take(): Promise<void>;
}

export const useUpdate = create<UpdateState>((set) => ({
  stage: 'none',
  hindrance: '',
  told: null,
  message: null,
  putAway: null,
  take: () => Promise.resolve(),
  later: () => set(({ told, putAway }) => ({ stage: 'none', told: null, putAway: told?.version ?? putAway })),
}));
