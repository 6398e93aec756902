import { type Call, query } from './call.ts';
import type { ListRequest } from './calls.ts';
import { type AnyDefinition, isDocument } from './definition.ts';
import type { Tone } from './states.ts';

/** Who may take the next step of a document. */
export interface NextStep {
  /** What it is called; null where nobody is waited for: the document has come to its end, or another one leads on. */
  label: string | null;
  /** The first few by name, and how many there are. */
  people: string[];
  total: number;
  /** Names of the roles that bring the key. */
  roles: string[];
}

/** A document as another one names it. */
export interface RelatedRecord {
  id: number;
  no: string;
  state: { label: string; tone: Tone } | null;
}

/** Documents of one kind that hang together with a document. */
export interface RelatedKind {
  /** Name of the definition. */
  doc: string;
  label: string;
  /** The newest first; `more`: there are others. */
  records: RelatedRecord[];
  more: boolean;
}

/** What a document comes from and what came of it, each in the order of the way between them. */
export interface Related {
  before: RelatedKind[];
  after: RelatedKind[];
}

/** How many documents of a list stand in each state, and how many wait for the caller; none counts beyond `limits.totalCap`. */
export interface StatusStat {
  list: { status: number; count: number }[];
  waiting: number;
}

/** What is asked about every document besides what it says itself. */
export interface DocumentCalls {
  readonly nextStep: Call<{ id: number }, NextStep>;
  readonly related: Call<{ id: number }, Related>;
  /** Missing where the documents have no list of their own. */
  readonly statusStat?: Call<ListRequest, StatusStat>;
}

/** These calls of a definition; undefined for what is no document, or has no page. Each asks for the key of the page or list it stands on. */
export function documentCalls(definition: AnyDefinition): DocumentCalls | undefined {
  const { service, group, calls } = definition;
  if (!isDocument(definition) || !calls.detail) return undefined;
  const [detail, access] = calls.detail;
  const of = (word: string, verb: RegExp, segment: string): `/${string}` => `${group}/${joined(segment, verb, word)}`;
  return {
    nextStep: query({ service, path: of('nextStep', /(detail|info)$/i, detail), access }),
    related: query({ service, path: of('related', /(detail|info)$/i, detail), access }),
    ...(calls.list
      ? { statusStat: query({ service, path: of('statusStat', /lists?$/i, calls.list[0]), access: calls.list[1] }) }
      : {}),
  };
}

// Several definitions share a group: what stands before the verb of one's segment stands before these words too.
function joined(segment: string, verb: RegExp, word: string): string {
  const prefix = segment.replace(verb, '');
  return prefix === '' ? word : `${prefix}${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** The filter that every list of documents has besides those of its fields: 1 for what waits for whoever asks. */
export const waitingFilter = 'waiting';
