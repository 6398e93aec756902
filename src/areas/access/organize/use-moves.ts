import { useState } from 'react';
import type { Granted } from '#contract/areas/access/grant.ts';
import { type OrganizeNode, organize } from '#contract/areas/access/organize.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Command } from '#src/engine/use-command.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import type { Sent } from '#src/wire/sent.ts';
import { type Branch, wayTo } from '../tree/branch.ts';
import { type Place, placeOf } from '../tree/moves.ts';
import { useWrite } from '../use-write.ts';
import { type MoveWords, moveWords } from './move-words.ts';

/** A move that waits for its word, or one that was made and may be taken back. */
export interface Move {
  readonly key: string;
  readonly place: Place;
  readonly words: MoveWords;
}

/** Moving organisations: asked about first, sent, and taken back when somebody wants. */
export interface Moves {
  readonly asked: Move | null;
  /** Asks before it moves; `null` asks nothing. */
  ask(key: string, place: Place | null): void;
  leave(): void;
  /** Moves at once: what was asked about, or a step among siblings. */
  take(key: string, place: Place): void;
  /** The last move, with the place it came from. */
  readonly made: (Move & { readonly back: Place }) | null;
  undo(): void;
  dismiss(): void;
  readonly command: Pick<Command<Saved & Partial<Granted>>, 'running' | 'unknown' | 'failure' | 'giveUp'>;
  retry(): void;
}

/** The moves of a tree. A position is sent as a number from 1 among the siblings; the server makes room there. */
export function useMoves(roots: readonly Branch<OrganizeNode>[]): Moves {
  const [asked, setAsked] = useState<Move | null>(null);
  const [sent, setSent] = useState<Moves['made']>(null);
  const [made, setMade] = useState<Moves['made']>(null);
  const command = useWrite<Saved & Partial<Granted>>();
  const toast = useToast();

  const settle = (outcome: Sent<Saved & Partial<Granted>>, move: Moves['made']) => {
    if (outcome.ok && outcome.value.grant_id) {
      setMade(null);
      toast.good('移动会放宽他人的数据范围，已提交，待另一人审批');
    } else if (outcome.ok) setMade(move);
    else if (outcome.failure.kind === 'refused' || outcome.failure.kind === 'forbidden')
      toast.bad(wordsOf(outcome.failure));
  };
  const take = async (key: string, place: Place) => {
    const node = wayTo(roots, key).at(-1)?.value;
    const back = placeOf(roots, key);
    if (!node || !back || command.running || command.unknown) return;
    const move = { key, place, back, words: moveWords(roots, key, place) };
    setAsked(null);
    setSent(move);
    const input = {
      id: node.id,
      version: node.version,
      parent_id: place.parent === null ? null : Number(place.parent),
      order: place.index + 1,
    };
    settle(await command.run(callsOf(organize).edit, input), move);
  };

  return {
    asked,
    ask: (key, place) => setAsked(place && { key, place, words: moveWords(roots, key, place) }),
    leave: () => setAsked(null),
    take: (key, place) => void take(key, place),
    made,
    undo: () => {
      if (made) void take(made.key, made.back);
    },
    dismiss: () => setMade(null),
    command,
    retry: () => void command.retry().then((outcome) => settle(outcome, sent)),
  };
}
