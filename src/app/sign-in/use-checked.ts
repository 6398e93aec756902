import { useState } from 'react';

/** A small form whose fields are checked when they are left and when it is sent (specification §5). */
export interface Checked<T> {
  values: T;
  errors: Partial<Record<keyof T, string>>;
  set(name: keyof T, value: string): void;
  leave(name: keyof T): void;
  /** Checks all; true when it may be sent. */
  check(): boolean;
  /** Puts the server's own word at a field. */
  refuse(name: keyof T, words: string): void;
}

/** Keeps values and errors; `judge` names the fault of one field, empty when there is none. */
export function useChecked<T extends Record<string, string>>(
  start: T,
  judge: (name: keyof T, values: T) => string,
): Checked<T> {
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Checked<T>['errors']>({});
  const put = (name: keyof T, words: string) => setErrors((before) => ({ ...before, [name]: words }));
  return {
    values,
    errors,
    set(name, value) {
      const now = { ...values, [name]: value };
      setValues(now);
      // A fault that is on screen goes as soon as it is mended; none appears while somebody is typing.
      if (errors[name]) put(name, judge(name, now));
    },
    leave: (name) => put(name, judge(name, values)),
    check() {
      const found = Object.fromEntries(Object.keys(values).map((name) => [name, judge(name, values)]));
      setErrors(found as Checked<T>['errors']);
      return Object.values(found).every((words) => words === '');
    },
    refuse: put,
  };
}
