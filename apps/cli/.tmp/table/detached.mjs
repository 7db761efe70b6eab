import { spawn } from 'node:child_process';
spawn('node', ['wait.mjs'], { detached: true, stdio: 'ignore' }).unref();
setTimeout(() => console.log('done'), 1500);
