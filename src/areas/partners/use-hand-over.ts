import { useMemo } from 'react';
import { type HandedOver, type HandOver, handOverCall, handOverForm } from '#contract/areas/partners/hand-over.ts';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { type AnyDefinition, entity } from '#contract/kit/definition.ts';
import { type FormCore, useFormCore } from '#src/engine/form/use-form-core.ts';
import { freshValues } from '#src/engine/form/values.ts';
import { type Command, useCommand } from '#src/engine/use-command.ts';
import type { Sent } from '#src/wire/sent.ts';

interface HandOverForm {
  readonly core: FormCore;
  readonly command: Command<HandedOver>;
  /** Checks and hands over; what was handed over, undefined when something is in the way. */
  send(): Promise<HandedOver | undefined>;
  retry(): Promise<HandedOver | undefined>;
}

// No table: what the form asks for.
const meaning: AnyDefinition = entity('handOver', {
  ...handOverForm,
  group: purchaser.group,
  title: 'to_id',
  calls: {},
  list: { columns: [], filters: [], search: [], sort: [] },
});

const changes = [purchaser, supplier];

/** The handing over of what is in the hands of these purchasers, as a form. */
export function useHandOver(fromIds: readonly number[]): HandOverForm {
  const command = useCommand<HandedOver>(changes);
  const fresh = useMemo(() => freshValues(handOverForm.fields, { from_ids: [...fromIds] }), [fromIds]);
  const core = useFormCore({
    definition: meaning,
    form: `${meaning.name}/${fromIds.join(',')}`,
    judgedAs: 'add',
    record: undefined,
    fresh,
    ready: true,
    readAgain: async () => undefined,
    command,
  });
  const settle = (sent: Sent<HandedOver>): HandedOver | undefined => {
    if (sent.ok) core.discard();
    else core.refuse(sent.failure);
    return sent.ok ? sent.value : undefined;
  };
  const checkAndSend = async () => {
    if (!(await core.check())) return undefined;
    const { from_ids, to_id, suppliers, brands, categories } = core.values;
    const asked = { from_ids, to_id, move: { suppliers, brands, categories } } as HandOver;
    return settle(await command.run(handOverCall, asked));
  };
  return {
    core,
    command,
    send: async () => (core.resting ? undefined : await core.during(checkAndSend)),
    retry: () => core.during(async () => settle(await command.retry())),
  };
}
