import { event } from '../../kit/event.ts';

/** A member is forgotten on request: who keeps something that says who that was lets go of it, or refuses while the member is still to be found. */
export const memberErased = event<{ user_id: number; user_no: string }>('memberErased');
