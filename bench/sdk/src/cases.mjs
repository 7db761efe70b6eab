/** What the provider does, steered by the model's name. */
const FAULTS = {
  ids: { name: 'random ids', model: () => 'local' },
  split: { name: 'split UTF-8', model: () => 'local-split' },
  brotli: { name: 'brotli', model: () => 'local-br' },
  retry: { name: 'fails once', model: () => 'local-fail500' },
  // A plain answer is one piece: it must be split to be cut.
  cut: { name: 'cut connection', model: (streams) => (streams ? 'local-cut' : 'local-split-cut') },
};

/** All that each driver goes through: `{ mode, fault, input }`. The model's name is another one in each, since the provider fails once for each name. */
export const cases = ['plain', 'streaming'].flatMap((mode) =>
  Object.entries(FAULTS).map(([fault, { model }]) => {
    const streams = mode === 'streaming';
    return { mode, fault, input: { model: `${model(streams)}-${mode}`, streams } };
  }),
);
