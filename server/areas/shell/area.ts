import type { ServerArea } from '#server/area.ts';
import { serveKeptLists } from '#server/kit/kept-lists.ts';
import { serveTicket } from '#server/push/serve-ticket.ts';
import { seedNotices } from '#server/seed/notices.ts';
import { serveCommonData } from './common-data.ts';
import { serveConfig } from './config.ts';
import { serveDashboard } from './dashboard.ts';
import { serveEnumerations } from './enumerations.ts';
import { serveExpiring } from './expiring.ts';
import { serveNotice } from './notice.ts';
import { dueNotices } from './notice-due.ts';
import { serveOwnNotices } from './notice-own.ts';
import { servePrintRecord } from './print-record.ts';
import { serveRecordHistory } from './record-history.ts';
import { serveSearch } from './search.ts';

/** What every page stands in: notices, search, the landing page, common data, prints, what lists and the live connection ask for. */
export const shell: ServerArea = {
  name: 'shell',
  serve(kit, { todos }) {
    serveCommonData(kit);
    serveConfig(kit);
    serveExpiring(kit);
    serveNotice(kit);
    serveOwnNotices(kit);
    serveTicket(kit);
    serveSearch(kit);
    serveDashboard(kit, todos);
    serveKeptLists(kit.registry);
    servePrintRecord(kit);
    serveRecordHistory(kit);
    serveEnumerations(kit);
  },
  seed: [{ name: 'notices', after: ['organisation and people'], run: seedNotices }],
  timers: [dueNotices],
};
