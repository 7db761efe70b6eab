let answers = [];

/** The agent alone; what it is answered is kept. */
export function record({ talk }) {
  answers = [];
  return talk({
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      answers.push(await response.clone().text());
      return response;
    },
  });
}

/** The agent alone, answered at once: what no replay can be faster than. */
export function replay({ talk }) {
  let at = 0;
  return talk({ fetch: async () => new Response(answers[at++], { headers: { 'content-type': 'application/json' } }) });
}
