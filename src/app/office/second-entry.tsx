import { type ReactNode, useEffect, useState } from 'react';
import { showAlert } from '#src/kit/notice.ts';
import { noSecondWords, secondAddress } from '../menu/second-application.ts';

interface SecondEntryProps {
  name: string;
  path: string;
  className: string | undefined;
  onLeave(): void;
  children: ReactNode;
}

/**
 * An entry of the second-generation application: a link there, so that it opens in another tab like any other, and a full
 * load of its page; where its address is not set, a button that says so.
 */
export function SecondEntry({ name, path, className, onLeave, children }: SecondEntryProps) {
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    let here = true;
    void secondAddress(path).then((found) => here && setAddress(found));
    return () => {
      here = false;
    };
  }, [path]);
  if (address) {
    return (
      <a className={className} href={address} aria-label={name} onClick={onLeave}>
        {children}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={className}
      aria-label={name}
      disabled={address === undefined}
      onClick={() => void showAlert(noSecondWords)}
    >
      {children}
    </button>
  );
}
