/**
 * Pairs rows with columns so that the sum of `cost` is smallest; the longer side keeps some unpaired. Gives the column of each row, or `null`.
 *
 * O(n²m) for n rows and m columns, n ≤ m.
 * @see Kuhn, "The Hungarian Method for the Assignment Problem", 1955; in the form with potentials and shortest augmenting paths.
 */
export function bestAssignment(cost: readonly (readonly number[])[]): readonly (number | null)[] {
  const rows = cost.length;
  const columns = cost[0]?.length ?? 0;
  if (rows > columns) {
    const rowOf = bestAssignment(Array.from({ length: columns }, (_, column) => cost.map((row) => row[column] ?? 0)));
    return cost.map((_, row) => {
      const column = rowOf.indexOf(row);
      return column === -1 ? null : column;
    });
  }
  return assign(cost, rows, columns);
}

/** Row and column 0 stand for "none": each row enters there and pushes others along the cheapest path. */
function assign(cost: readonly (readonly number[])[], rows: number, columns: number): readonly number[] {
  const rowPotential = new Array<number>(rows + 1).fill(0);
  const columnPotential = new Array<number>(columns + 1).fill(0);
  const rowOf = new Array<number>(columns + 1).fill(0);
  const at = (list: readonly number[], index: number): number => list[index] ?? 0;

  for (let row = 1; row <= rows; row++) {
    const before = new Array<number>(columns + 1).fill(0);
    const distance = new Array<number>(columns + 1).fill(Number.POSITIVE_INFINITY);
    const done = new Array<boolean>(columns + 1).fill(false);
    let column = 0;
    rowOf[0] = row;
    do {
      done[column] = true;
      const here = at(rowOf, column);
      let step = Number.POSITIVE_INFINITY;
      let nearest = 0;
      for (let next = 1; next <= columns; next++) {
        if (done[next]) continue;
        const reduced = (cost[here - 1]?.[next - 1] ?? 0) - at(rowPotential, here) - at(columnPotential, next);
        if (reduced < at(distance, next)) {
          distance[next] = reduced;
          before[next] = column;
        }
        if (at(distance, next) < step) {
          step = at(distance, next);
          nearest = next;
        }
      }
      for (let other = 0; other <= columns; other++) {
        if (done[other]) {
          rowPotential[at(rowOf, other)] = at(rowPotential, at(rowOf, other)) + step;
          columnPotential[other] = at(columnPotential, other) - step;
        } else {
          distance[other] = at(distance, other) - step;
        }
      }
      column = nearest;
    } while (at(rowOf, column) !== 0);
    while (column !== 0) {
      const previous = at(before, column);
      rowOf[column] = at(rowOf, previous);
      column = previous;
    }
  }
  const columnOf = new Array<number>(rows).fill(0);
  for (let column = 1; column <= columns; column++) if (at(rowOf, column) > 0) columnOf[at(rowOf, column) - 1] = column - 1;
  return columnOf;
}
