import { useEffect, useState } from 'react';

/** The value once it has been still for so many milliseconds. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return still;
}
