import { listen } from './events.ts';

listen();
