import './app/base.css';
import { start } from './app/start.tsx';
import { setTrustedTypes } from './app/trusted-types.ts';

setTrustedTypes();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
await start(root);
