/** The agent waits for the answer no longer. Never recorded: nobody knows what would have come. */
export class Cancelled extends Error {
  constructor() {
    super('The request was cancelled.');
    this.name = 'McpCancelled';
  }
}
