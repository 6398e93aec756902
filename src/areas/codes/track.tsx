import { Input } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { trackAt } from './addresses.ts';
import { CodeLife } from './code-life.tsx';

/** The whole life of one piece on one line, found by its code or by its tag. */
export function Screen() {
  const code = useSearchParams()[0].get('code') ?? '';
  const navigate = useNavigate();
  const read = useRead(uniqueCode, code ? codeCalls.track : undefined, { input: { unique_code: code } });
  const track = code ? read.value : undefined;
  return (
    <PageFrame title="货池追踪">
      <Input.Search
        key={code}
        aria-label="唯一码或 EPC"
        placeholder="唯一码或 EPC"
        defaultValue={code}
        autoFocus={code === ''}
        style={{ maxWidth: 420 }}
        onSearch={(text) => void navigate(trackAt(text.trim()))}
      />
      {code === '' ? (
        <EmptyFace />
      ) : (
        <Content of={read}>
          {track && (
            <>
              <Facts definition={uniqueCode} record={track.code} />
              {track.tag && <p className="desk-hint">{`${track.tag.uri} · GTIN ${track.tag.gtin}`}</p>}
              <CodeLife records={track.records} />
            </>
          )}
        </Content>
      )}
    </PageFrame>
  );
}
