/** What the provider does, steered by the model's name. */
const FAULTS = {
  ids: () => 'local',
  split: () => 'local-split',
  brotli: () => 'local-br',
  retry: () => 'local-fail500',
  // A plain answer is one piece: it must be split to be cut.
  cut: (streams) => (streams ? 'local-cut' : 'local-split-cut'),
};

/** All that each driver goes through: `{ mode, fault, model }`. */
export const cases = ['plain', 'streaming'].flatMap((mode) =>
  Object.entries(FAULTS).map(([fault, model]) => ({ mode, fault, model: model(mode === 'streaming') })),
);
