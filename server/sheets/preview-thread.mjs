// A thread does not read TypeScript by itself, whatever the process that began it does.
import { register } from 'tsx/esm/api';

register();
await import('./preview-thread.ts');
