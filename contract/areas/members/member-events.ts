import { event } from '../../kit/event.ts';

/** A member is forgotten on their own request: what says who they are goes, wherever it stands. */
export const memberForgotten = event<{ user_id: number; user_no: string }>('memberForgotten');
