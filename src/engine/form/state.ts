import { createStore, type StoreApi } from 'zustand';
import type { Draft, FormRecord } from './change.ts';
import { type FormErrors, noErrors } from './errors.ts';

/** What somebody has made of a form so far. */
export interface FormState<R extends FormRecord = FormRecord> {
  /** Null while nobody has typed. */
  readonly draft: Draft<R> | null;
  readonly errors: FormErrors;
}

export type FormStore<R extends FormRecord = FormRecord> = StoreApi<FormState<R>>;

export const untouched = { draft: null, errors: noErrors } as const;

/** A form that nobody has typed into; made outside of it by whoever wants it to outlast its being shown. */
export const createFormStore = <R extends FormRecord>(): FormStore<R> => createStore<FormState<R>>(() => untouched);
