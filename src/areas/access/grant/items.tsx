import { useState } from 'react';
import type { GrantItem } from '#contract/areas/access/grant.ts';
import { itemsByKind, itemWords } from './words.ts';

/** What is gained or lost, by kind and in words; a long list shows its beginning until it is asked for. */
export function Items({ sign, items }: { sign: 'gained' | 'lost'; items: readonly GrantItem[] }) {
  if (items.length === 0) return null;
  return (
    <div className={`grant-items grant-${sign}`}>
      <strong>{sign === 'gained' ? '将获得' : '将失去'}</strong>
      <dl>
        {itemsByKind(items).map(({ kind, names }) => (
          <div key={kind}>
            <dt>{itemWords[kind]}</dt>
            <dd>
              <Names names={names} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Names as small marks; the rest of many behind a button that counts them. */
export function Names({ names }: { names: readonly string[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? names : names.slice(0, few);
  return (
    <>
      {shown.map((name, index) => (
        <span key={`${index}/${name}`} className="grant-name">
          {name}
        </span>
      ))}
      {names.length > shown.length && (
        <button type="button" className="desk-link" onClick={() => setAll(true)}>
          {`还有 ${names.length - shown.length} 项`}
        </button>
      )}
    </>
  );
}

const few = 12;
