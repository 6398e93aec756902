import { create } from 'zustand';
import {
  type ColumnChoice,
  type OwnViews,
  type SavedView,
  saveColumnsCall,
  viewsCall,
} from '#contract/areas/me/list-views.ts';
import { readSession } from '#src/platform/session.ts';
import { startKeys } from '#src/platform/start-keys.ts';
import { getStored, onStoredElsewhere, setStored, takeStored } from '#src/platform/storage.ts';
import type { Wire } from '#src/wire/wire.ts';

/** What this browser knows of a person's views and columns (decision 0038). */
interface ViewsState {
  readonly own: OwnViews;
  /** Tables whose columns were chosen here and have not reached the server. */
  readonly unsent: readonly string[];
  /** Columns changed in a view and not saved, by its id. */
  readonly drafts: Readonly<Record<number, ColumnChoice>>;
  /** Nothing is known yet and the answer is on its way: a list waits for it, so as not to ask twice. */
  readonly awaited: boolean;
  /** Views that were asked for by a link and that this person cannot have. */
  readonly absent: readonly number[];
}

const nothing: OwnViews = { views: [], tables: {}, may_share: false };
const fresh: ViewsState = { own: nothing, unsent: [], drafts: {}, awaited: false, absent: [] };

/** The views of the person signed in; the last known ones without the network. */
export const useOwnViews = create<ViewsState>(() => fresh);

let wire: Pick<Wire, 'send'> | null = null;

/** Says through what views are read and columns kept from now on, and follows what other tabs learn. */
export function keepOwnViews(through: Pick<Wire, 'send'>): void {
  wire = through;
  onStoredElsewhere(startKeys.views, () => useOwnViews.setState(readKept() ?? {}));
}

/** Takes up what is kept of the person signed in. Where nothing is, lists wait until `takeViews` or `awaitNoViews`. */
export function beginViews(): void {
  useOwnViews.setState({ ...fresh, ...(readKept() ?? { awaited: readSession() !== null }) });
}

/** They cannot be had now: lists go on without. */
export function awaitNoViews(): void {
  if (useOwnViews.getState().awaited) useOwnViews.setState({ awaited: false });
}

/** Takes what the server has told. What was chosen here and has not reached it stays. */
export function takeViews(told: OwnViews): void {
  const { own, unsent } = useOwnViews.getState();
  const tables = { ...told.tables };
  for (const [name, known] of Object.entries(own.tables)) {
    const newer = tables[name];
    if (!newer || newer.version < known.version) tables[name] = known;
    else if (unsent.includes(name)) tables[name] = { ...newer, columns: known.columns };
  }
  // Columns were kept with the machine once: whoever has none of a table takes them over.
  const old = [...takeStored<ColumnChoice>('device:columns:')].filter(([name]) => !tables[name]?.columns);
  for (const [name, columns] of old) tables[name] = { default_view: null, version: 0, ...tables[name], columns };
  const taken = [...new Set([...unsent, ...old.map(([name]) => name)])];
  keep({ own: { ...told, tables }, unsent: taken, awaited: false, absent: [] });
  if (taken.length > 0) void sendColumns();
}

/** Reads them again. `wanted`: a view that a link names; whoever waits for it knows afterwards whether it is there. */
export async function refreshViews(wanted?: number): Promise<void> {
  const sent = await wire?.send(viewsCall, {}, { hideLoading: true, ownWords: true });
  if (sent?.ok) takeViews(sent.value);
  const { own, absent } = useOwnViews.getState();
  if (wanted !== undefined && !own.views.some(({ id }) => id === wanted))
    useOwnViews.setState({ absent: [...absent, wanted] });
}

/** The columns of a table: those of the view that it shows, else a person's own choice. */
export function columnsIn({ own, drafts }: ViewsState, table: string, view: SavedView | undefined): ColumnChoice {
  return (view ? (drafts[view.id] ?? view.columns) : own.tables[table]?.columns) ?? untouched;
}

/** As the table itself has them. */
export const untouched: ColumnChoice = { order: [], hidden: [], widths: {} };

/** Chooses columns: in a view until it is saved, else for good; kept here at once, on the server a moment later. */
export function chooseColumns(table: string, columns: ColumnChoice | null, view?: SavedView): void {
  const { own, unsent, drafts } = useOwnViews.getState();
  if (view) return useOwnViews.setState({ drafts: { ...drafts, [view.id]: columns ?? untouched } });
  const choice = { default_view: null, version: 0, ...own.tables[table], columns };
  keep({ own: { ...own, tables: { ...own.tables, [table]: choice } }, unsent: [...new Set([...unsent, table])] });
  clearTimeout(timer);
  timer = setTimeout(() => void sendColumns(), still);
}

/** Drops unsaved changes of a view's columns. */
export function dropDraft(id: number): void {
  const { [id]: _dropped, ...drafts } = useOwnViews.getState().drafts;
  useOwnViews.setState({ drafts });
}

/** Sends what has not reached the server; what could not be sent waits for the next time. */
export async function sendColumns(): Promise<void> {
  if (!wire) return;
  for (const table of useOwnViews.getState().unsent) {
    const columns = useOwnViews.getState().own.tables[table]?.columns ?? null;
    const sent = await wire.send(saveColumnsCall, { table, columns }, { hideLoading: true, ownWords: true });
    if (!sent.ok && sent.failure.kind !== 'refused') return;
    const { own, unsent } = useOwnViews.getState();
    const now = own.tables[table];
    // Chosen anew meanwhile: that is still to be sent.
    if (!now || now.columns !== columns) continue;
    const version = sent.ok ? sent.value.version : now.version;
    keep({
      own: { ...own, tables: { ...own.tables, [table]: { ...now, version } } },
      unsent: unsent.filter((one) => one !== table),
    });
  }
}

/** Dragging a width is many choices. Milliseconds. */
const still = 500;
let timer: ReturnType<typeof setTimeout> | undefined;

interface Kept extends Pick<ViewsState, 'own' | 'unsent'> {
  readonly uid: number;
}

function keep(change: Partial<ViewsState>): void {
  useOwnViews.setState(change);
  const { own, unsent } = useOwnViews.getState();
  const uid = readSession()?.uid;
  if (uid !== undefined) setStored(startKeys.views, { uid, own, unsent } satisfies Kept);
}

function readKept(): Pick<ViewsState, 'own' | 'unsent'> | undefined {
  const kept = getStored<Kept>(startKeys.views);
  if (kept.found !== 'value' || kept.value.uid !== readSession()?.uid) return undefined;
  return { own: kept.value.own, unsent: kept.value.unsent };
}
