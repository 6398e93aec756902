import { person } from '../../kit/base-fields.ts';
import type { Definition } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { onOff } from '../enums.ts';

/**
 * A person as selects offer one: `person`, with the account name beside the name and the status that keeps closed
 * accounts and the installation's own out of the offer. The staff screens come with access control.
 */
export const admin: Definition = {
  ...person,
  hint: 'username',
  fields: { ...person.fields, status: choice('状态', onOff, { initial: 1, derived: true }) },
};
