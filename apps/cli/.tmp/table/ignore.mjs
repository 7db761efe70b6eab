process.on('SIGTERM', () => {});
process.stderr.write('waiting\n');
setInterval(() => {}, 1000);
