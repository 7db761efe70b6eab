import { writeFileSync } from 'node:fs';
writeFileSync('pid', String(process.pid));
process.stderr.write('waiting\n');
setInterval(() => {}, 1000);
