/** The first sentence of what is wrong, else `same`. */
export function first(...problems) {
  return problems.find((problem) => problem !== null) ?? 'same';
}

export function sameOutput(recorded, { stdout }) {
  if (stdout === recorded.stdout) return null;
  const at = [...recorded.stdout].findIndex((character, index) => character !== [...stdout][index]);
  const shown = (text) => JSON.stringify([...text].slice(Math.max(0, at - 20), at + 60).join(''));
  return `stdout differs at character ${at}: ${shown(recorded.stdout)} became ${shown(stdout)}`;
}

export function offline({ ran, network, connections }) {
  return ran + network.length + connections === 0
    ? null
    : `${ran} bodies or processes, ${network.length} sockets and requests, ${connections} connections`;
}
