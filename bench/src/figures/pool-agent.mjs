import { model, tool } from '@stepfork/interceptor';

/** Twenty calls with answers of the size that agents get: what one replay of a search or a mutant costs. */
const lookup = tool('lookup', () => {
  throw new Error('nobody answers: this is a replay');
});
const ask = model('gpt', () => {
  throw new Error('nobody answers: this is a replay');
});

export async function agent() {
  let seen = 0;
  for (let turn = 0; turn < 10; turn += 1) {
    const answer = await ask({ turn, messages: [{ role: 'user', content: `turn ${turn}` }] });
    seen += answer.content.length + (await lookup({ turn })).body.length;
  }
  return seen;
}
