/** The agent alone. */
export function record({ talk }) {
  return talk({});
}
